// Sitting down: a table against the people of the camp, at once.

import type * as wire from '../messages';
import { api, random } from './api';
import { go } from './router.svelte';
import { settings } from './settings.svelte';
import { say } from './texts.svelte';

export const PACES = [0, 30, 60, 300, 86_400, 259_200]; // seconds for a decision that have a name
const RIVALS = ['felix', 'zoe'];

/** What a person is called at tables. */
export function ownName(): string {
  return settings.name.trim() || say('seat.guest');
}

/** Makes a table against two personas, begins and goes there. */
export async function playNow(game: string): Promise<void> {
  const seats: wire.NewSeat[] = [{}, ...RIVALS.map((persona) => ({ persona }))];
  await begin({ game, name: ownName(), seats, salt: random() });
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
