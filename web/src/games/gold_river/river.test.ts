import { describe, expect, test } from 'vitest';
import type { Told } from '../../messages';
import { viewOf } from '../boards.fixture';
import {
  byRoll,
  curve,
  kindOf,
  lastJourney,
  layOut,
  ranked,
  reached,
  rivers,
  stretches,
  thrown,
  whereabouts,
  written,
} from './river';
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

  test('has its mouth at the bottom and the Caverns at the top, whichever way an edition counts its rows', () => {
    const { points } = layOut(map);
    const heights = rivers(map)[0]!.map((name) => points.get(name)!.y);
    expect(Math.max(...heights)).toBeCloseTo(Math.max(...heights.slice(0, 9)));
    expect(points.get('M48')!.y).toBeLessThan(points.get('M40')!.y);
    const upsideDown = map.map((one) => ({ ...one, at: [one.at[0], -one.at[1]] as [number, number] }));
    expect(layOut(upsideDown).points.get('M48')!.y).toBeLessThan(points.get('M0')!.y);
  });

  test('fills the room there is, whatever its proportions', () => {
    for (const room of [
      { w: 961, h: 636 },
      { w: 700, h: 700 },
      { w: 380, h: 440 },
    ]) {
      const { points, size } = layOut(map, room);
      expect(size.w / size.h).toBeCloseTo(room.w / room.h);
      for (const at of points.values()) expect(at.x > 0 && at.x < size.w && at.y > 0 && at.y < size.h).toBe(true);
    }
  });

  test('is lit along the squares that a roll may lead to, each stretch of water for itself', () => {
    expect(stretches(rivers(map), new Set(['M8', 'M9', 'M10', 'A1', 'A2']))).toEqual([
      ['M8', 'M9', 'M10'],
      ['M9', 'A1', 'A2'],
    ]);
  });

  test('runs straight where an edition has no room', () => {
    const tight = [
      ...[0, 1, 2, 3].map((n) => square(`M${n}`, [n, 0], n ? `M${n - 1}` : null)),
      ...[4, 5, 6, 7].map((n) => square(`M${n}`, [7 - n, 1], `M${n - 1}`)),
    ];
    const { points } = layOut(tight);
    expect(points.get('M0')!.y).toBe(points.get('M1')!.y);
    expect(far(points.get('M1')!, points.get('M6')!)).toBeGreaterThan(45);
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

test('a square is told by how far up the river it lies, or up a tributary', () => {
  expect(whereabouts(map, 'M31')).toEqual({ up: 31, all: 48, aside: 0 });
  expect(whereabouts(map, 'B2')).toEqual({ up: 21, all: 48, aside: 2 });
});

test('rolls that come to the same are told together', () => {
  expect(byRoll([4, 6, 0, 0, 0, 0])).toEqual([
    { rolls: '1', result: 4 },
    { rolls: '2', result: 6 },
    { rolls: '3–6', result: 0 },
  ]);
});

test('the richest come first', () => {
  const view = viewOf<View>('gold_river');
  const purses = [7, 20, 9].map((total) => ({ ...view.purses[0]!, total }));
  expect(ranked({ ...view, purses })).toEqual([1, 2, 0]);
});

test('the last move is the last line with a way', () => {
  expect(lastJourney([])).toEqual([]);
  const lines = [
    { key: 'log.rolls_up', args: { path: ['M0', 'M1'] } },
    { key: 'log.stays', args: { path: ['M0'] } },
    { key: 'log.digs', args: {} },
  ];
  expect(lastJourney(lines)).toEqual(['M0', 'M1']);
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
