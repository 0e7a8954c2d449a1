// Why one would break a nugget: what falls would take before it, and after it.

import type { Nuggets, Purse } from './shapes';

/** What a nugget breaks into [V29]. */
export const PARTS: Record<number, number[]> = {
  100: [50, 50],
  50: [20, 20, 10],
  20: [10, 10],
  10: [5, 5],
  5: [2, 2, 1],
  2: [1, 1],
};

/** The carats that falls take of nuggets: half of the pieces, rounded down, the cheapest first [V21]. */
export function spilt(nuggets: Nuggets[]): number {
  const pieces = nuggets.flatMap(({ carats, count }) => Array<number>(count).fill(carats)).sort((a, b) => a - b);
  return pieces.slice(0, Math.floor(pieces.length / 2)).reduce((sum, carats) => sum + carats, 0);
}

/** The same when one nugget of a size has been broken. */
export function spiltAfter({ nuggets }: Pick<Purse, 'nuggets'>, carats: number): number {
  const parts = PARTS[carats] ?? [carats];
  const rest = nuggets.map((one) => (one.carats === carats ? { ...one, count: one.count - 1 } : one));
  return spilt([...rest, ...parts.map((part) => ({ carats: part, count: 1 }))]);
}

const nuggetsOf = ({ nuggets }: Pick<Purse, 'nuggets'>, size: number) =>
  nuggets.find(({ carats }) => carats === size)?.count ?? 0;

/** The nugget to break that saves most at falls, if any does. */
export function bestBroken(purse: Pick<Purse, 'nuggets'>, sizes: number[]): { carats: number; then: number } | null {
  const now = spilt(purse.nuggets);
  const held = sizes.filter((size) => nuggetsOf(purse, size));
  const all = held.map((carats) => ({ carats, then: spiltAfter(purse, carats) }));
  const best = all.sort((a, b) => a.then - b.then)[0];
  return best && best.then < now ? best : null;
}
