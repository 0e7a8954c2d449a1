import { expect, test } from 'vitest';
import type { Point } from '../personal';
import { byGame, dots, HEIGHT, line, MOST, ratingCourse, WIDTH } from './course';

const point = (points: number, more: Partial<Point> = {}): Point => ({
  game: 'gold',
  at: 1,
  points,
  place: 2,
  seats: 2,
  decisions: 10,
  ...more,
});

test('the line goes from edge to edge, and wins are known', () => {
  const found = dots([point(5), point(15, { place: 1 }), point(10)], 'points');
  expect(found.map(({ x }) => x)).toEqual([8, WIDTH / 2, WIDTH - 8]);
  expect(found.map(({ y }) => y)).toEqual([HEIGHT - 8, 8, HEIGHT / 2]);
  expect(found.map(({ won }) => won)).toEqual([false, true, false]);
  expect(line(found)).toBe(`M8.0 ${HEIGHT - 8}.0L160.0 8.0L312.0 ${HEIGHT / 2}.0`);
});

test('matches that were all alike, or only one, are drawn too', () => {
  const all = [...dots([point(5), point(5)], 'decisions'), ...dots([point(7)], 'points')];
  expect(all.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  expect(dots([], 'points')).toEqual([]);
});

test('each game has its own, with the last matches', () => {
  const many = Array.from({ length: MOST + 5 }, (_, n) => point(n));
  const found = byGame([point(1, { game: 'goldrausch' }), ...many]);
  expect(found.map(([game, { length }]) => [game, length])).toEqual([
    ['gold', MOST],
    ['goldrausch', 1],
  ]);
  expect(found[0]![1].at(-1)!.points).toBe(MOST + 4);
});

test('a rating goes within a band that is as wide as it is unsure', () => {
  const rated = (value: number, margin: number) => ({ at: 1, rating: { value, margin, change: 5 } });
  const { middle, band } = ratingCourse([rated(1500, 100), rated(1550, 50)]);
  expect(middle.map(({ x, y }) => [x, y])).toEqual([
    [8, HEIGHT / 2],
    [WIDTH - 8, 28],
  ]);
  expect(band).toBe('M8.0 8.0L312.0 8.0L312.0 48.0L8.0 88.0Z');
  const one = ratingCourse([rated(1500, 100)]);
  expect(one.band).toBe('');
  expect(one.middle.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});
