import { beforeEach, describe, expect, test } from 'vitest';
import type { Told } from '../messages';
import { bySeat, lastTurn, Since } from './recap';

/** A log of steps by the seats that they tell of, numbered from 1. */
const log = (...seats: (number | null)[]): Told[] =>
  seats.map((seat, n) => ({
    number: n + 1,
    at: 0,
    lines: [{ key: `log.${n + 1}`, args: seat === null ? {} : { seat: { seat } } }],
  }));
const keys = (since: Since, seat: number, told: Told[]) => since.of(seat, told).lines.map(({ key }) => key);

beforeEach(() => sessionStorage.clear());

test('oneself comes first, then the others as they were told of, each thing once', () => {
  const effects = [
    { seat: 2, text: 'rolls', sign: 0 },
    { seat: 1, text: '+3', sign: 1 },
    { seat: 2, text: 'rolls', sign: 0 },
    { seat: 0, text: '−3', sign: -1 },
  ];
  expect(bySeat(effects, 0).map(({ seat, effects }) => [seat, effects.length])).toEqual([
    [0, 1],
    [2, 1],
    [1, 1],
  ]);
});

describe('what is new', () => {
  test('is what was told since one has decided, and stays until the others go on', () => {
    const since = new Since('CODE');
    since.decide(0, log(0), null);
    const round = log(0, 0, 1, 2, 0);
    expect(keys(since, 0, round)).toEqual(['log.2', 'log.3', 'log.4', 'log.5']);
    since.decide(0, round, null);
    const more = log(0, 0, 1, 2, 0, 0, 0);
    since.decide(0, more, null); // in the same turn
    expect(keys(since, 0, more)).toHaveLength(6);
    expect(keys(since, 0, log(0, 0, 1, 2, 0, 0, 0, 1))).toEqual(['log.6', 'log.7', 'log.8']);
  });

  test('is not what is only just happening', () => {
    const since = new Since('CODE');
    since.decide(0, log(0), null);
    expect(since.of(0, log(0, 1, 1), 1).lines).toHaveLength(1);
  });

  test('is known after the page was loaded anew', () => {
    new Since('CODE').decide(0, log(0, 0), null);
    expect(keys(new Since('CODE'), 0, log(0, 0, 1))).toEqual(['log.3']);
    expect(keys(new Since('OTHER'), 0, log(1, 0, 1))).toEqual(['log.2', 'log.3']);
  });

  test('is reckoned from the log elsewhere: one’s own last turn and all after it', () => {
    expect(lastTurn(log(1, 0, 0, 1, null, 2, 0), 0)).toBe(1);
    expect(lastTurn(log(1, 2), 0)).toBe(0);
    expect(lastTurn([], 0)).toBe(0);
  });
});
