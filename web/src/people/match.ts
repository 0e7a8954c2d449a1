// What a match that one has played came to, in words.

import { botName } from '../lib/bots';
import { say } from '../lib/texts.svelte';
import type { Played, PlayedSeat } from '../personal';

/** What somebody who played is called. */
export function called(seat: PlayedSeat): string {
  return seat.name ?? (seat.persona ? botName(seat.persona) : say('seat.somebody'));
}

/** One's own best place in a match. */
export function ownPlace({ seats }: Played): number {
  return Math.min(...seats.filter((seat) => seat.mine).map((seat) => seat.place));
}

/** Whether one won alone, with others, or not at all. */
export function outcome(match: Played): 'won' | 'shared' | 'rank' {
  if (ownPlace(match) > 1) return 'rank';
  return match.seats.filter((seat) => seat.place === 1).length > 1 ? 'shared' : 'won';
}

/** How one came out. */
export function result(match: Played): string {
  const how = outcome(match);
  return say(`mine.${how}`, { place: ownPlace(match), all: match.seats.length });
}

/** All others who played. */
export function rivals({ seats }: Played): string {
  const names = seats.filter((seat) => !seat.mine).map(called);
  return names.length ? say('mine.against', { names: names.join(', ') }) : say('mine.alone');
}
