import { describe, expect, test } from 'vitest';
import { amountOf, marked, suggested } from './advice';

const choices = [
  { action: 3, text: 'a1' },
  { action: 4, text: 'b1' },
];
const plain = { legal: choices, amount: null };
const bank = { legal: [], amount: { name: 'deposit', action: 100, least: 0, most: 20 } };
const coach = (play: string | null) => ({ tell: 'first', rule: 'G8', play });

describe('advice', () => {
  test('is what the guide names, also an amount', () => {
    expect(suggested(plain, coach('b1'), null)).toBe(4);
    expect(suggested(bank, coach('deposit8'), null)).toBe(108);
  });
  test('is the hint where there is no guide, or it suggests nothing', () => {
    expect(suggested(plain, null, 3)).toBe(3);
    expect(suggested(plain, coach(null), 3)).toBe(3);
    expect(suggested(plain, null, null)).toBeNull();
  });
  test('is nothing if the guide names what cannot be done', () => {
    expect(suggested(plain, coach('z9'), null)).toBeNull();
  });
  test('marks one choice and leaves the others alone', () => {
    expect(marked(choices, 4)).toEqual([choices[0], { action: 4, text: 'b1', advised: true }]);
    expect(marked(choices, null)).toEqual(choices);
  });
  test('says which number an action is', () => {
    expect(amountOf(bank, 108)).toBe(8);
    expect(amountOf(bank, 4)).toBeNull();
    expect(amountOf(plain, 4)).toBeNull();
  });
});
