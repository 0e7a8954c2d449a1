import { expect, test } from 'vitest';
import { nearest, type Target } from './aim';

const at = (x: number, shy?: number): Target => ({ x, y: 0, use: () => undefined, ...(shy ? { shy } : {}) });

test('a finger means what lies nearest, and nothing beyond its reach', () => {
  const [bank, road] = [at(0), at(22)];
  expect(nearest([road, bank], { x: 8, y: 0 }, 22)).toBe(bank);
  expect(nearest([bank, road], { x: 14, y: 0 }, 22)).toBe(road);
  expect(nearest([bank, road], { x: 60, y: 0 }, 22)).toBeNull();
});

test('a square comes before a duel, unless the rival is touched', () => {
  const [bank, rival] = [at(0), at(22, 2)];
  expect(nearest([rival, bank], { x: 13, y: 0 }, 44)).toBe(bank);
  expect(nearest([bank, rival], { x: 20, y: 0 }, 44)).toBe(rival);
});
