import { describe, expect, test } from 'vitest';
import type { AnyView } from '../shapes';
import { amountOf, marked } from './advice';

const choices = [
  { action: 3, text: 'a1', kind: 'turn', args: { spot: 3 } },
  { action: 4, text: 'b1', kind: 'turn', args: { spot: 4 } },
];
const plain = { amount: null } as AnyView;
const bank = { amount: { name: 'deposit', action: 100, least: 0, most: 20 } } as AnyView;

describe('advice', () => {
  test('marks one choice and leaves the others alone', () => {
    expect(marked(choices, 4)).toEqual([choices[0], { ...choices[1], advised: true }]);
    expect(marked(choices, null)).toEqual(choices);
  });
  test('says which number an action is', () => {
    expect(amountOf(bank, 108)).toBe(8);
    expect(amountOf(bank, 4)).toBeNull();
    expect(amountOf(plain, 4)).toBeNull();
  });
});
