import { describe, expect, test } from 'vitest';
import { choose } from '../lib/settings.svelte';
import type { Review } from '../review';
import { apportioned, balances, chosen, counted, faulty, lost, margin, shares, signed, written } from './figures';
import { account, decision, parts, REVIEW } from './review.fixture';

const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);

describe('figures that are shown', () => {
  test('add up to their total, each within one of what it is', () => {
    let seed = 7;
    const next = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let n = 0; n < 300; n++) {
      const exact = Array.from({ length: 2 + (n % 5) }, () => 200 * next() - 100);
      const total = Math.round(sum(exact));
      const found = apportioned(exact, total);
      expect(sum(found)).toBe(total);
      found.forEach((one, k) => expect(Math.abs(one - exact[k]!)).toBeLessThan(1));
    }
  });

  test('go to the largest remainders first, and what is nothing stays nothing', () => {
    expect(apportioned([33.4, 33.3, 33.3], 100)).toEqual([34, 33, 33]);
    expect(apportioned([0, 0.5, 0.5, 0], 1)).toEqual([0, 1, 0, 0]);
    expect(apportioned([0, -2.6, 2.6], 2)).toEqual([0, -2, 4]);
    expect(apportioned([0, 0], 1)).toEqual([0, 0]);
  });

  test('are 100 percent of all seats', () => {
    expect(shares(parts(100 / 3, 100 / 3, 100 / 3))).toEqual([34, 33, 33]);
    expect(shares(parts(100, 0))).toEqual([100, 0]);
  });

  test('say how far off they may be, unless they are certain', () => {
    expect([0, ...parts(0.1, 2.6)].map(margin)).toEqual([0, 1, 3]);
  });

  test('are written as the language does', () => {
    choose('lang', 'fr');
    expect([written(1.26), written(12.6)]).toEqual(['1,3', '13']);
    choose('lang', 'en');
    expect([written(1.26), written(12.6)]).toEqual(['1.3', '13']);
    expect([3, 0, -3].map(signed)).toEqual(['+3', '0', '−3']);
  });
});

describe('an account', () => {
  test('leads from the start to the result without a gap', () => {
    const all = balances(REVIEW);
    expect(sum(all.map(({ start }) => start))).toBe(100);
    for (const { start, sources, result, adjusted } of all) {
      const ends = sources.map(({ from, change }) => from + change);
      expect([start, ...ends.slice(0, -1)]).toEqual(sources.map(({ from }) => from));
      expect(ends.at(-1)).toBe(result);
      expect(adjusted).toBe(result - sources[0]!.change);
    }
    expect(all.map(({ result }) => result)).toEqual([100, 0]);
  });

  test('tells what could not be known where there was such a thing', () => {
    const told = (review: Review) => balances(review)[0]!.sources.map(({ source }) => source);
    expect(told(REVIEW)).toEqual(['luck', 'own', 'others']);
    const secret = { ...REVIEW, accounts: [account(50, 20, 10, 10, 10), account(50, -20, -10, -10, -10)] };
    expect(told(secret)).toEqual(['luck', 'own', 'others', 'unknown']);
  });
});

describe('decisions', () => {
  test('are those of which there was a choice', () => {
    expect(chosen(REVIEW, null).map(({ frame }) => frame)).toEqual([1, 2]);
    expect(chosen(REVIEW, 1).map(({ frame }) => frame)).toEqual([2]);
    expect(counted(REVIEW, 0)).toEqual([0, 0, 0, 1, 0]);
  });

  test('are told with what they gave up', () => {
    expect(lost(decision(1, 0, 'mistake', 10.4))).toEqual({ cost: '10', margin: '0.5' });
    expect(lost(decision(1, 0, 'slip', 5.25))).toEqual({ cost: '5.3', margin: '0.5' });
    expect((['best', 'fine', 'slip', 'blunder'] as const).map((word) => faulty(decision(1, 0, word)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
