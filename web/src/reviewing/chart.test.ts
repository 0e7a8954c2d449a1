import { describe, expect, test } from 'vitest';
import { across, apart, curve, EDGE, frameAt, known, levelsOf, stepped, ticks, upTo } from './chart';
import { level, parts, REVIEW } from './review.fixture';

const ROOM = { width: EDGE.left + 700 + EDGE.right, height: EDGE.top + 100 + EDGE.bottom };
const steps = REVIEW.levels.length - 1;

describe('a chart', () => {
  test('has the first step at its left, the last at its right, and a win at its top', () => {
    expect([0, 7].map((step) => across(step, steps, ROOM))).toEqual([EDGE.left, EDGE.left + 700]);
    expect(parts(100, 50, 0).map((one) => upTo(one, ROOM))).toEqual([EDGE.top, EDGE.top + 50, EDGE.top + 100]);
    expect(parts(120, -5).map((one) => upTo(one, ROOM))).toEqual([EDGE.top, EDGE.top + 100]);
    expect(across(0, 0, ROOM)).toBe(EDGE.left);
  });

  test('draws a line through all steps, and a band around it as wide as the error', () => {
    const { line, band, end } = curve(REVIEW.levels, 0, ROOM);
    expect(line.split('L')).toHaveLength(REVIEW.levels.length);
    expect(line.startsWith(`M${EDGE.left}.0 ${EDGE.top + 50}.0`)).toBe(true);
    expect(band.startsWith(`M${EDGE.left}.0 ${EDGE.top + 48}.0`)).toBe(true);
    expect(band.endsWith(`L${EDGE.left}.0 ${EDGE.top + 52}.0Z`)).toBe(true);
    expect(end).toBe(EDGE.top);
  });

  test('shows what who looks on could know, where that is something else', () => {
    const plain = level(0, 1, 30, 70);
    const covert = { ...plain, table: parts(50, 50), table_errors: parts(1, 1) };
    expect(known(covert, true)).toEqual({ chances: parts(50, 50), errors: parts(1, 1) });
    expect(known(covert, false).chances).toEqual(parts(30, 70));
    expect(known(plain, true).chances).toEqual(parts(30, 70));
  });

  test('leads from a touch to the step whose level is nearest', () => {
    const shown = levelsOf(REVIEW.levels);
    expect(shown).toEqual([1, 3, 5, 7]);
    const touched = [0, 120, 260, 440, 900].map((x) => frameAt(EDGE.left + x, shown, steps, ROOM));
    expect(touched).toEqual([0, 0, 1, 2, 3]);
  });

  test('keeps signs apart, and near to where they belong', () => {
    expect(apart([50, 50, 50], 20, 10, 90)).toEqual([50, 70, 90]);
    expect(apart([95, 95, 5], 20, 10, 90)).toEqual([70, 90, 10]);
    expect(apart([30, 60], 20, 10, 90)).toEqual([30, 60]);
  });

  test('names as many turns as there is room for', () => {
    expect(ticks(REVIEW.levels, ROOM).map(({ turn }) => turn)).toEqual([1, 2, 3]);
    const long = Array.from({ length: 200 }, (_, n) => level(n, n + 1, 50, 50));
    const named = ticks(long, ROOM);
    expect(named.map(({ turn }) => turn)).toEqual([1, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]);
    expect(named[0]!.x).toBe(EDGE.left);
  });

  test('is led by keys, and not beyond its ends', () => {
    const from = (key: string) => stepped(key, 5, 9);
    expect(['ArrowRight', 'ArrowLeft', 'PageUp', 'PageDown', 'Home', 'End'].map(from)).toEqual([6, 4, 9, 0, 0, 9]);
    expect(from('a')).toBeNull();
  });
});
