// What has come of purses, as it rises beside their boats when these have arrived.

import type { Told } from '../../messages';
import { moves } from '../../lib/settings.svelte';
import { journeys, newer } from '../../lib/travel.svelte';
import type { Teller } from '../../lib/texts.svelte';
import { sailed } from './course';
import { signed } from './recent';
import type { Purse } from './shapes';

const SHOWN = 1300; // milliseconds for which a gain is shown

export interface Gain {
  id: number;
  seat: number;
  text: string;
  kind: 'won' | 'lost' | 'saved';
}

/** How a purse has changed, in a word. */
export function change(had: Purse, has: Purse, tell: Teller): Pick<Gain, 'text' | 'kind'> | null {
  const [carats, saved] = [has.carats - had.carats, has.deposit - had.deposit];
  const n = Math.abs(saved);
  if (saved) return { text: tell(saved > 0 ? 'board.to_bank' : 'board.from_bank', { n }), kind: 'saved' };
  return carats ? { text: signed(carats), kind: carats > 0 ? 'won' : 'lost' } : null;
}

/** What is shown just now. */
export class Gains {
  shown: Gain[] = $state([]);
  #before: Purse[] = [];
  #told = -1; // number of the last line; -1 before the first look

  /** Shows what has come of purses since the last look; boats may still have to arrive, as the log tells. */
  follow(purses: Purse[], log: Told[], underWay: boolean, tell: Teller): void {
    const last = log.at(-1)?.number ?? 0;
    const lines = this.#told >= 0 && last > this.#told ? newer(log, this.#told) : [];
    const before = this.#before;
    this.#told = last;
    this.#before = purses;
    if (!lines.length || !moves()) return;
    const ways = underWay ? [...journeys(lines).values()] : [];
    const arriving = Math.max(0, ...ways.map((path) => sailed(path.length)));
    for (const [seat, has] of purses.entries()) {
      const changed = before[seat] && change(before[seat], has, tell);
      if (changed) this.#rise({ id: Math.random(), seat, ...changed }, arriving);
    }
  }

  #rise(one: Gain, arriving: number): void {
    setTimeout(() => this.shown.push(one), arriving);
    setTimeout(() => (this.shown = this.shown.filter(({ id }) => id !== one.id)), arriving + SHOWN);
  }
}
