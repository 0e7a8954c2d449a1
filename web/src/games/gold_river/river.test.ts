import { describe, expect, test } from 'vitest';
import type { Told } from '../../messages';
import { viewOf } from '../boards.fixture';
import { curve, kindOf, thrown, layOut, reached, rivers, written } from './river';
import type { Square } from './shapes';
import type { View } from './shapes';

const { map } = viewOf<View>('gold_river');
const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
const square = (name: string, at: [number, number], down: string | null, tributary: string | null = null): Square => ({
  name,
  kind: 'plain',
  at,
  down,
  tributary,
});

describe('the river on the sheet', () => {
  test('is the main one from its mouth, and every tributary from its confluence', () => {
    const [main, ...aside] = rivers(map);
    expect(main![0]).toBe('M0');
    expect(main!.at(-1)).toBe('M48');
    expect(aside.map((one) => `${one[0]}-${one.at(-1)}`)).toEqual(['M9-A4', 'M21-B5', 'M32-C4']);
  });

  test('winds, and leaves every square its room', () => {
    const { points, size } = layOut(map);
    const all = [...points.values()];
    expect(new Set(all.slice(0, 8).map((at) => Math.round(at.y))).size).toBeGreaterThan(4);
    for (const [n, at] of all.entries()) {
      for (const other of all.slice(0, n)) expect(far(at, other)).toBeGreaterThan(42);
      expect(at.x > 25 && at.y > 25 && at.x < size.w - 25 && at.y < size.h - 25).toBe(true);
    }
  });

  test('runs straight where an edition has no room', () => {
    const tight = [
      ...[0, 1, 2, 3].map((n) => square(`M${n}`, [n, 0], n ? `M${n - 1}` : null)),
      ...[4, 5, 6, 7].map((n) => square(`M${n}`, [7 - n, 1], `M${n - 1}`)),
    ];
    const { points } = layOut(tight);
    expect(points.get('M0')!.y).toBe(points.get('M1')!.y);
    expect(far(points.get('M1')!, points.get('M6')!)).toBeGreaterThan(50);
  });

  test('knows no names: any edition has its own', () => {
    const other = [
      square('Sea', [0, 0], null),
      square('Ford', [1, 0], 'Sea', 'Brook'),
      square('Up', [2, 0], 'Ford'),
      square('Brook', [1, 1], 'Ford'),
    ];
    expect(rivers(other)).toEqual([
      ['Sea', 'Ford', 'Up'],
      ['Ford', 'Brook'],
    ]);
  });

  test('is drawn through its squares', () => {
    expect(
      curve([
        { x: 0, y: 0 },
        { x: 10, y: 0 },
      ]),
    ).toBe('M0 0C1.7 0 8.3 0 10 0');
  });
});

describe('a square', () => {
  test('is what it is now', () => {
    expect(kindOf({ ...square('M2', [0, 0], 'M1'), kind: 'mine' }, { M2: 'empty' })).toBe('empty');
    expect(kindOf(square('M9', [0, 0], 'M8', 'A1'), {})).toBe('confluence');
  });

  test('is reached by so many pips, up or down', () => {
    const found = reached({ up: [['M1'], ['M2', 'A1']], down: [['M0'], ['M0']] });
    expect(found.get('M0')).toEqual({ up: [], down: [1, 2] });
    expect(found.get('A1')).toEqual({ up: [2], down: [] });
    expect([[3], [1, 4], [2, 3, 4, 5, 6]].map(written)).toEqual(['3', '1/4', '2–6']);
  });
});

test('the last throw of the die is read from the log, and a choice of way is none', () => {
  const told = (number: number, key: string, pips: number): Told => ({
    number,
    at: 0,
    lines: [{ key, args: { pips } }],
  });
  expect(thrown([])).toBeNull();
  expect(thrown([told(3, 'log.to_fork', 5), told(4, 'log.goes_on', 2)])).toEqual({ pips: 5, number: 3 });
});
