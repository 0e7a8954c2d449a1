import { expect, test } from 'vitest';
import { placed } from './places';

test('what stays on offer keeps its place', () => {
  expect(placed([1, 2, 3], [2, 3], 5)).toEqual([null, 2, 3]);
  expect(placed([1, 2, 3], [3, 4], 5)).toEqual([4, null, 3]);
});

test('what is new stands where there is room, in its own order', () => {
  expect(placed([], [7, 8, 9], 5)).toEqual([7, 8, 9]);
  expect(placed([1, 2], [1, 5, 6], 5)).toEqual([1, 5, 6]);
  expect(placed([1, null, 3], [1, 3, 4], 5)).toEqual([1, 4, 3]);
});

test('nothing is kept for what stood beyond the row, nor behind the last one', () => {
  expect(placed([1, 2, 3], [3], 2)).toEqual([3]);
  expect(placed([1, 2, 3], [1], 5)).toEqual([1]);
  expect(placed([1, 2], [1, 2, 3], 2)).toEqual([1, 2, 3]);
});

test('nothing comes to stand where one has just pressed, as long as there is room elsewhere', () => {
  expect(placed([1, 2], [9], 3, 1)).toEqual([null, 9]);
  expect(placed([1], [9], 3, 1)).toEqual([null, 9]);
  expect(placed([1, 2], [2, 9], 3, 1)).toEqual([null, 2, 9]);
  expect(placed([1, 2], [2, 9], 2, 1)).toEqual([9, 2]);
  expect(placed([1, 2], [1, 9], 3, 1)).toEqual([1, 9]);
});
