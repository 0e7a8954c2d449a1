import { describe, expect, test } from 'vitest';
import type { Told } from '../../messages';
import { choicesOf, viewOf } from '../boards.fixture';
import type { Depth, Duel } from './shapes';
import { byLevel, depthOf, ending, face, laidInTurn, layOut, lies, liftTo, met, thrown, uses } from './town';
import type { View } from './shapes';

const view = viewOf<View>('golden_town');
const { squares } = view.map;
const choices = (...texts: string[]) => choicesOf<View>('golden_town', ...texts);
const texts = (card: string, ...all: string[]) => uses(card, choices(...all)).map((choice) => choice.text);
const told = (number: number, ...lines: [string, Record<string, unknown>][]): Told => ({
  number,
  at: 0,
  lines: lines.map(([key, args]) => ({ key, args })),
});
const seat = (n: number) => ({ seat: n });
const level = (name: string) => ({ key: 'card.level', args: { name } });

describe('the town on the sheet', () => {
  test('is as wide as the edition draws it, and upright when turned', () => {
    expect(lies(squares)).toBe(true);
    const [flat, upright] = [layOut(squares, false), layOut(squares, true)];
    expect(flat.size).toEqual({ w: upright.size.h, h: upright.size.w });
    expect(flat.points.get('T0')).toEqual({ x: upright.points.get('T0')!.y, y: upright.points.get('T0')!.x });
    expect(upright.size.w).toBeLessThan(upright.size.h);
  });

  test('lies inside its edges, whatever numbers an edition uses', () => {
    const moved = squares.map((one) => ({ ...one, at: [one.at[0] - 40, one.at[1] + 60] as [number, number] }));
    expect(layOut(moved, false)).toEqual(layOut(squares, false));
  });
});

describe('a card in hand', () => {
  test('digs, or is swapped', () => {
    expect(texts('YG-2', 'YG-2', 'YG-2>talon', 'YG-2>top', 'YG-3', 'lift2', 'leave')).toEqual([
      'YG-2',
      'YG-2>talon',
      'YG-2>top',
    ]);
  });

  test('rides, opens and props', () => {
    expect(texts('lift', 'lift0', 'lift3', 'joker-lift3', '+lift')).toEqual(['lift0', 'lift3', '+lift']);
    expect(texts('mine', 'mine', 'joker-mine', 'wait')).toEqual(['mine']);
    expect(texts('joker', 'joker', '+joker0', '+joker3', 'joker-lift1', 'joker-prop', 'prop')).toHaveLength(5);
  });

  test('is drawn from its name', () => {
    expect(face('YGR-1', view, () => '')).toMatchObject({ shows: 'YGR', steps: 1 });
    expect(face('lift', view, (key) => String(key))).toMatchObject({ shows: '', steps: 0, name: 'name.lift' });
  });
});

test('a level of a mine is reached by a lift rather than by a joker', () => {
  expect(liftTo(2, choices('joker-lift2', 'lift2'))?.text).toBe('lift2');
  expect(liftTo(1, choices('joker-lift1', 'lift2'))?.text).toBe('joker-lift1');
  expect(liftTo(3, choices('lift2'))).toBeUndefined();
});

test('depths are numbers, the exit behind the last level', () => {
  expect((['entrance', 2, 'exit', null] as (Depth | null)[]).map((depth) => depthOf(depth, 4))).toEqual([0, 2, 5, 0]);
});

test('filons are counted by level', () => {
  expect(byLevel([1, 1, 4].map((n) => ({ number: n, level: n, grams: null })))).toEqual([2, 0, 0, 1]);
});

describe('a duel', () => {
  const log = [
    told(1, ['log.challenges', { seat: seat(0), rival: seat(1) }]),
    told(2, ['log.lays', { seat: seat(0), card: level('Y-1'), n: 1 }]),
    told(5, ['log.challenges', { seat: seat(2), rival: seat(1) }]),
    told(6, ['log.lays', { seat: seat(2), card: level('YG-3'), n: 3 }]),
    told(7, ['log.stands', { seat: seat(1), card: { key: 'card.prop', args: {} }, n: 0 }]),
    told(8, ['log.passes', { seat: seat(2) }]),
  ];

  test('has its own cards, in the order in which they were laid', () => {
    expect(laidInTurn(log)).toEqual([
      { seat: 2, card: 'YG-3', steps: 3 },
      { seat: 1, card: 'prop', steps: 0 },
      { seat: 2, card: '', steps: 0 },
    ]);
  });

  test('ends as the lines say, and not before', () => {
    expect(ending([{ key: 'log.passes', args: {} }])).toEqual([]);
    const won = [
      { key: 'log.lays', args: {} },
      { key: 'log.wins', args: {} },
      { key: 'log.robs', args: {} },
      { key: 'log.parted', args: {} },
    ];
    expect(ending(won).map((line) => line.key)).toEqual(['log.wins', 'log.robs']);
  });

  test('is over where the loser stands', () => {
    const duel: Duel = { seats: [2, 1], squares: 12, gap: 2, at: [5, 7], laid: [[], []], mover: 1, passes: 0, loot: 0 };
    expect(met(duel, 2)).toMatchObject({ at: [5, 5], gap: 0 });
  });
});

test('the last throw is read from the log', () => {
  expect(thrown([told(3, ['log.rolls', { n: 4 }]), told(4, ['log.goes', {}])])).toEqual({ pips: 4, number: 3 });
});
