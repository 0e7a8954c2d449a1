// Figures of a review: parts of a win in percent, rounded so that what is shown adds up.

import { settings } from '../lib/settings.svelte';
import { WIN, type Account, type Decision, type Review, type Word } from '../review';

/** Parts of a win in percent. */
export function percent(parts: number): number {
  return (100 * parts) / WIN;
}

/** Whole numbers near those given that add up to a total; what is nothing stays so. */
export function apportioned(exact: number[], total: number): number[] {
  const found = exact.map(Math.floor);
  const order = [...exact.keys()]
    .filter((n) => exact[n] !== 0)
    .sort((a, b) => exact[b]! - found[b]! - (exact[a]! - found[a]!) || a - b);
  let left = total - found.reduce((sum, one) => sum + one, 0);
  for (let n = 0; left > 0 && order.length; n++, left--) found[order[n % order.length]!]!++;
  for (let n = 0; left < 0 && order.length; n++, left++) found[order.at(-1 - (n % order.length))!]!--;
  return found;
}

/** What all seats may expect, in percents that add up to 100. */
export function shares(chances: number[]): number[] {
  return apportioned(chances.map(percent), 100);
}

/** How far off a figure may be, in percent: one standard error; whatever is not certain may be. */
export function margin(error: number): number {
  return error ? Math.max(1, Math.round(percent(error))) : 0;
}

export const SOURCES = ['luck', 'own', 'others', 'unknown'] as const;
export type Source = (typeof SOURCES)[number];

/** A seat's account in whole percents: what it began with and where the result came from add up to it. */
export interface Balance {
  start: number;
  sources: { source: Source; change: number; from: number }[]; // each begins where the one before ends
  result: number;
  adjusted: number;
  margin: number; // of the luck
}

/** The accounts of all seats. */
export function balances({ accounts }: Review): Balance[] {
  const starts = shares(accounts.map((one) => one.start));
  const results = shares(accounts.map((one) => one.result));
  const told = SOURCES.filter((source) => source !== 'unknown' || accounts.some((one) => one.unknown));
  return accounts.map((one, seat) => balance(one, starts[seat]!, results[seat]!, told));
}

function balance(account: Account, start: number, result: number, told: Source[]): Balance {
  const changes = apportioned(
    told.map((source) => percent(account[source])),
    result - start,
  );
  let from = start;
  const sources = told.map((source, n) => {
    const one = { source, change: changes[n]!, from };
    from += one.change;
    return one;
  });
  return { start, sources, result, adjusted: result - changes[0]!, margin: margin(account.error) };
}

/** A number as the language writes it, with a decimal where it is small. */
export function written(value: number): string {
  const digits = Math.abs(value) < 9.95 ? 1 : 0;
  return new Intl.NumberFormat(settings.lang, { maximumFractionDigits: digits }).format(value);
}

/** A change with its sign. */
export function signed(change: number): string {
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change)}`;
}

/** What a decision gave up, and how far off that may be. */
export function lost({ cost, error }: Decision): { cost: string; margin: string } {
  return { cost: written(percent(cost)), margin: written(percent(error)) };
}

export const WORDS: Word[] = ['best', 'fine', 'slip', 'mistake', 'blunder'];
export const MARKS: Record<Word, string> = { best: '★', fine: '✓', slip: '?!', mistake: '?', blunder: '??' };

/** Whether a decision is called something that one would rather not hear. */
export function faulty({ word }: Decision): boolean {
  return WORDS.indexOf(word) >= WORDS.indexOf('slip');
}

/** The decisions of which there was a choice: of a seat, or of all. */
export function chosen(review: Review, seat: number | null): Decision[] {
  return review.decisions.filter((one) => one.choices > 1 && (seat === null || one.seat === seat));
}

/** How many decisions of a seat are called what. */
export function counted(review: Review, seat: number): number[] {
  const all = chosen(review, seat);
  return WORDS.map((word) => all.filter((one) => one.word === word).length);
}
