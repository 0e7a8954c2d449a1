import { expect, test } from 'vitest';
import { around, emptiest, gap, luck } from './terrain';

test('the emptiest place is far from everything and on the sheet', () => {
  const found = emptiest(
    [
      { x: 0, y: 0 },
      { x: 0, y: 100 },
    ],
    { w: 200, h: 100 },
    { w: 40, h: 20 },
  );
  expect(found.x).toBeGreaterThan(140);
  expect(found.room).toBeGreaterThan(90);
});

test('a sheet without room says so', () => {
  const points = Array.from({ length: 25 }, (_, n) => ({ x: (n % 5) * 20, y: Math.floor(n / 5) * 20 }));
  expect(emptiest(points, { w: 120, h: 120 }, { w: 60, h: 60 }).room).toBe(0);
});

test('gaps, middles and luck', () => {
  expect(gap({ x: 30, y: 0 }, { x: 0, y: 0 }, { w: 20, h: 20 })).toBe(20);
  expect(
    around([
      { x: 0, y: 0 },
      { x: 10, y: 4 },
      { x: 2, y: 2 },
    ]),
  ).toEqual({ x: 5, y: 2 });
  expect(luck(3, 4)).toBe(luck(3, 4));
});
