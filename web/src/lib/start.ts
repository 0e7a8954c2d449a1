// Ways to a table: against bots at once, with friends by a link, guided through a first match.

import { DOORS, GAMES } from '../games';
import type * as wire from '../messages';
import { api, random } from './api';
import { go } from './router.svelte';
import { settings } from './settings.svelte';
import { say } from './texts.svelte';

const RIVALS = ['felix', 'zoe'];
const FRIENDS = 4; // seats of a table for friends, if the game has as many

/** What a person is called at tables. */
export function ownName(): string {
  return settings.name.trim() || say('seat.guest');
}

/** Makes a table against two bots, begins and goes there; by the options that show the game best, or as said. */
export async function playNow(game: string, options = DOORS[game]?.options ?? {}): Promise<void> {
  const seats: wire.NewSeat[] = [{}, ...RIVALS.map((persona) => ({ persona }))];
  await begin({ game, name: ownName(), seats, options, salt: random() });
}

/** Makes a table with open seats and goes there, where its link is; it may begin before all are taken. */
export async function withFriends(game: string): Promise<void> {
  const seats = Array.from({ length: Math.min(GAMES[game]!.seats[1], FRIENDS) }, () => ({}));
  await begin({ game, name: ownName(), seats, options: DOORS[game]?.options ?? {}, hints: false, salt: random() });
}

/** Makes a guided first match, begins and goes there. */
export async function learn(game: string): Promise<void> {
  const { table } = await api.teach({ game, name: ownName() });
  await api.start(table.code);
  go(`/table/${table.code}`);
}

/** Goes where the same people play again, adds salts there, and begins if everybody is there. */
export async function playAgain(code: string): Promise<void> {
  const { table, mine } = await api.rematch(code);
  if (table.phase === 'open') {
    for (const seat of mine) {
      const name = table.seats[seat]?.name ?? ownName();
      await api.join(table.code, { name, seat, salt: random() });
    }
    if (table.seats.every((seat) => seat.taken)) await api.start(table.code);
  }
  go(`/table/${table.code}`);
}

/** Makes a table, begins if everybody is there, and goes there. */
export async function begin(wanted: wire.NewTable): Promise<void> {
  const { table } = await api.create(wanted);
  if (table.seats.every((seat) => seat.taken)) await api.start(table.code);
  go(`/table/${table.code}`);
}
