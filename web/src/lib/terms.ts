// How much time people have at a table: in words, and what is left of it.

import type { Seat, Table } from '../messages';
import { clock } from './seats';
import { say } from './texts.svelte';

/** The terms that are offered when a table is made; others are told in the same words. */
export interface Times {
  pace?: number;
  bank?: number;
  increment?: number;
  vacation?: number;
}
export const OFFERED: { kind: 'none' | 'match' | 'move' | 'days'; times: Times[] }[] = [
  { kind: 'none', times: [{}] },
  {
    kind: 'match',
    times: [
      { bank: 300, increment: 3 },
      { bank: 600, increment: 5 },
      { bank: 1800, increment: 15 },
    ],
  },
  { kind: 'move', times: [{ pace: 30 }, { pace: 60 }, { pace: 300 }] },
  {
    kind: 'days',
    times: [
      { pace: 86_400, vacation: 7 },
      { pace: 259_200, vacation: 21 },
    ],
  },
];

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** A time in words: the largest units that say it exactly. */
export function lasting(seconds: number): string {
  const parts: string[] = [];
  let left = seconds;
  for (const [unit, size] of UNITS) {
    const n = Math.floor(left / size);
    if (n) parts.push(say(`time.${unit}`, { n }));
    left -= n * size;
  }
  return parts.join(' ');
}

/** How much time people have, in a few words; nothing where they have as much as they like. */
export function briefly({ pace = 0, bank = 0, increment = 0 }: Times): string {
  if (pace) return say('terms.each', { time: lasting(pace) });
  if (!bank) return '';
  return increment ? say('terms.both', { time: lasting(bank), more: lasting(increment) }) : lasting(bank);
}

/** The same in full, with what happens when a time is up. */
export function inFull({ pace = 0, bank = 0, increment = 0, vacation = 0 }: Times): string {
  if (bank) {
    const more = increment ? say('terms.more', { more: lasting(increment) }) : '';
    return say('terms.bank', { time: lasting(bank), more });
  }
  if (!pace) return '';
  const told = say('terms.pace', { time: lasting(pace) });
  return vacation ? `${told} ${say('terms.vacation', { n: vacation })}` : told;
}

/** The seconds that a seat still has at a time by the server's clock; null if it has no clock. */
export function leftOf(seat: Seat, now: number): number | null {
  if (seat.due !== null) return Math.max(0, (seat.due - now) / 1000);
  return seat.left === null ? null : seat.left / 1000;
}

/** The seat whose clock runs. */
export function running(table: Table): number | null {
  const seat = table.seats.findIndex((one) => one.due !== null);
  return seat < 0 ? null : seat;
}

/** What a clock shows: minutes and seconds, or about how many hours or days. */
export function face(seconds: number): string {
  if (seconds < 7200) return clock(seconds);
  if (seconds < 2 * 86_400) return say('time.hours', { n: Math.floor(seconds / 3600) });
  return say('time.days', { n: Math.floor(seconds / 86_400) });
}
