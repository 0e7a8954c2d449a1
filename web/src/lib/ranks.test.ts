import { expect, test } from 'vitest';
import { ranked, ranks } from './ranks';

test('the most is first, and equals share a rank', () => {
  expect(ranks([3, 9, 3, 1])).toEqual([2, 1, 2, 4]);
  expect(ranked([3, 9, 3, 1])).toEqual([1, 0, 2, 3]);
});

test('nobody leads where something is covered, or nothing decided', () => {
  expect(ranks([3, null])).toEqual([null, null]);
  expect(ranks([0, 0, 0])).toEqual([null, null, null]);
  expect(ranked([3, null, 5])).toEqual([0, 1, 2]);
});
