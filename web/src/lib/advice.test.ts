import { describe, expect, test } from 'vitest';
import type { AnyView } from '../shapes';
import { amountOf, marked, sound } from './advice';

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

describe('a hint that the board contradicts', () => {
  const hint = (more: object) =>
    ({
      type: 'Hinted',
      id: 'x',
      number: 1,
      action: 3,
      simple: false,
      share: 0.4,
      other: 5,
      ahead: 0.03,
      ...more,
    }) as const;
  const three = (action: number) => action === 3;

  test('is given by a strong player alone, who says that it is better', () => {
    expect(sound(hint({ simple: true }), three)?.action).toBeNull();
    expect(sound(hint({ simple: true, action: 4 }), three)?.action).toBe(4);
    expect(sound(hint({}), three)?.action).toBe(3);
    expect(sound(null, three)).toBeNull();
  });

  test('gives way to what is as good', () => {
    expect(sound(hint({ ahead: 0.004 }), three)).toMatchObject({ action: 5, other: 3 });
    expect(sound(hint({ ahead: 0.004 }), () => true)?.action).toBe(3);
    expect(sound(hint({ ahead: 0, other: null }), three)?.action).toBe(3);
  });
});
