// What a review says in sentences, from the words of the app and of the game.

import type { GameParts } from '../games';
import { say, type Teller } from '../lib/texts.svelte';
import { linesOf } from '../lib/view';
import type { Moment, Review } from '../review';
import type { AnyChoice, AnyView } from '../shapes';
import { shares } from './figures';

/** What puts choices of a game into words; each is seen from the chair of whoever chose. */
export type Wording = (choice: AnyChoice, seat: number, frame: number) => string;

/** The same, of a replay that shows everything. */
export function wordingOf(parts: GameParts, viewAt: (frame: number) => AnyView, tell: Teller): Wording {
  return (choice, seat, frame) => parts.wording(choice, { ...viewAt(frame), seat }, tell);
}

/** A share in percent. */
export function percents(n: number): string {
  return say('review.percent', { n });
}

/** What a moment did to whom it did most. */
export function swing({ levels }: Review, { step, seat }: Moment, names: string[]): string {
  const [before, after] = [step, step + 1].map((n) => shares(levels[n]!.chances)[seat]!);
  const way = after! > before! ? 'rises' : after! < before! ? 'falls' : 'stays';
  return say(`review.${way}`, { name: names[seat], before, after });
}

/** What happened in a moment: as the log tells it, or what was chosen where it tells nothing. */
export function told(moment: Moment, names: string[], tell: Teller, wording: Wording): string {
  const lines = linesOf(moment).map((line) => tell(line));
  if (lines.length) return lines.join(' ');
  const { by, chosen, frame } = moment;
  if (by === null || !chosen) return say('review.draw');
  return say('review.plays', { name: names[by], choice: wording(chosen, by, frame - 1) });
}

/** Why it happened. */
export function causeOf({ cause, by }: Moment, names: string[]): string {
  return say(`review.cause_${cause}`, { name: names[by ?? 0] });
}

/** The step of a replay from which a moment is looked at: a decision before it was made, a draw after it. */
export function frameOf({ by, frame }: Moment): number {
  return by === null ? frame : Math.max(frame - 1, 0);
}
