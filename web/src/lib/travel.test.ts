import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Told } from '../messages';
import { choose } from './settings.svelte';
import { journeys, newer, stride, Travel } from './travel.svelte';

const told = (number: number, seat: number, ...path: string[]): Told => ({
  number,
  at: 0,
  lines: [{ key: 'log.goes', args: { seat: { seat }, ...(path.length ? { path } : {}) } }],
});

describe('journeys', () => {
  test('are the paths of new lines, joined where one goes on from another', () => {
    const log = [
      told(1, 0, 'M0', 'M1'),
      told(2, 0, 'M1', 'M2', 'M3'),
      told(3, 0, 'M3', 'M4'),
      told(4, 1),
      told(5, 1, 'M9', 'M8'),
    ];
    expect([...journeys(newer(log, 1))]).toEqual([
      [0, ['M1', 'M2', 'M3', 'M4']],
      [1, ['M9', 'M8']],
    ]);
  });

  test('are over before the next thing is shown', () => {
    expect(stride(6, 1000) * 6).toBeLessThan(1000);
    expect(stride(1, 1800)).toBeLessThan(300);
  });
});

describe('somebody under way', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    choose('speed', 'normal');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('is on every square of the path in turn, bounces too, and then where the view says', () => {
    const travel = new Travel();
    travel.follow([told(1, 0)]);
    travel.follow([told(1, 0), told(2, 0, 'M46', 'M47', 'M48', 'M47')]);
    const seen = [travel.at[0]];
    expect(travel.first).toBe(0);
    for (let n = 0; n < 2; n++) {
      vi.advanceTimersByTime(travel.stride);
      seen.push(travel.at[0]);
    }
    expect(seen).toEqual(['M47', 'M48', undefined]);
    expect(travel.first).toBeNull();
  });

  test('does not travel for what was told before one looked, nor backwards in a replay', () => {
    const travel = new Travel();
    travel.follow([told(1, 0, 'M0', 'M1', 'M2')]);
    expect(travel.at).toEqual({});
    travel.follow([told(1, 0), told(2, 0, 'M2', 'M3', 'M4', 'M5')]);
    travel.follow([told(1, 0)]);
    expect(travel.at).toEqual({});
  });

  test('does not travel at once, nor with less motion', () => {
    choose('speed', 'instant');
    const travel = new Travel();
    travel.follow([]);
    travel.follow([told(2, 0, 'M0', 'M1', 'M2')]);
    expect(travel.at).toEqual({});
  });
});
