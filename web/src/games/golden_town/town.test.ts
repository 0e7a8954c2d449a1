import { describe, expect, test } from 'vitest';
import type { Told } from '../../messages';
import { choicesOf, viewOf } from '../boards.fixture';
import type { Depth, Duel } from './shapes';
import { gap } from '../../lib/terrain';
import {
  beside,
  byLevel,
  depthOf,
  disaster,
  ending,
  face,
  findIn,
  laidInTurn,
  layOut,
  levels,
  liftTo,
  met,
  spread,
  thrown,
  uses,
} from './town';
import type { View } from './shapes';

const view = viewOf<View>('golden_town');
const { squares } = view.map;
const choices = (...texts: string[]) => choicesOf<View>('golden_town', ...texts);
const texts = (card: string, ...all: string[]) => {
  const can = uses(card, choices(...all));
  return can.map(({ action }) => all[action]);
};
const told = (number: number, ...lines: [string, Record<string, unknown>][]): Told => ({
  number,
  at: 0,
  lines: lines.map(([key, args]) => ({ key, args })),
});
const seat = (n: number) => ({ seat: n });
const level = (name: string) => ({ key: 'card.level', args: { name } });

describe('the town on the sheet', () => {
  test('lies inside its edges, whatever numbers an edition uses', () => {
    const moved = squares.map((one) => ({ ...one, at: [one.at[0] - 40, one.at[1] + 60] as [number, number] }));
    expect(layOut(moved)).toEqual(layOut(squares));
  });
});

describe('the signs of the mines', () => {
  const box = { w: 104, h: 86 };
  const rooms = [
    { w: 984, h: 436 },
    { w: 516, h: 205 },
  ];
  test.each(rooms)('stand beside all four, clear of the roads and of each other', (room) => {
    const sheet = spread(layOut(squares), room, 8);
    const signs = beside(view, sheet, box);
    expect([...signs.keys()].sort()).toEqual(['A', 'B', 'C', 'D']);
    for (const sign of signs.values()) {
      for (const at of sheet.points.values()) expect(gap(at, sign, box)).toBeGreaterThan(15);
      for (const other of signs.values())
        if (other !== sign) expect(gap(other, sign, box)).toBeGreaterThan(Math.min(box.w, box.h) / 2);
    }
  });

  test('are left out where there is no room', () => {
    expect(beside(view, layOut(squares), { w: 400, h: 300 }).size).toBe(0);
  });
});

test('a sheet is as wide or as high as its room, the town in its middle', () => {
  const plain = layOut(squares);
  const wide = spread(plain, { w: 2 * plain.size.w, h: plain.size.h }, 0);
  expect(wide.size).toEqual({ w: 2 * plain.size.w, h: plain.size.h });
  expect(wide.points.get('T0')!.x).toBeCloseTo(plain.points.get('T0')!.x + plain.size.w / 2);
  expect(spread(plain, { w: 0, h: 0 }, 8)).toBe(plain);
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

  test('is not swapped for its like', () => {
    const all = choices('lift>talon', 'lift>top');
    expect(uses('lift', all, 'lift').map(({ kind }) => kind)).toEqual(['swap_talon']);
    expect(uses('lift', all, 'prop')).toHaveLength(2);
  });

  test('is called by its levels', () => {
    const said = (shows: string) => levels(shows, (_, args) => String(args!['levels']));
    expect(['Y', 'YG', 'YGRB', 'YR'].map(said)).toEqual(['1', '1–2', '1–4', '1, 3']);
  });

  test('is drawn from its name', () => {
    expect(face('YGR-1', view, () => '')).toMatchObject({ shows: 'YGR', steps: 1 });
    expect(face('lift', view, (key) => String(key))).toMatchObject({ shows: '', steps: 0, name: 'name.lift' });
  });
});

test('a level of a mine is reached by a lift rather than by a joker', () => {
  expect(liftTo(2, choices('joker-lift2', 'lift2'))?.kind).toBe('lift');
  expect(liftTo(1, choices('joker-lift1', 'lift2'))?.kind).toBe('lift_joker');
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
    told(9, ['log.passes_empty', { seat: seat(1) }]),
  ];

  test('has its own cards, in the order in which they were laid', () => {
    expect(laidInTurn(log)).toEqual([
      { seat: 2, card: 'YG-3', steps: 3 },
      { seat: 1, card: 'prop', steps: 0 },
      { seat: 2, card: '', steps: 0 },
      { seat: 1, card: '', steps: 0 },
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
    expect(ending(won).map((line) => line.key)).toEqual(['log.wins', 'log.robs', 'log.parted']);
  });

  test('is over where the loser stands', () => {
    const duel: Duel = {
      seats: [2, 1],
      squares: 12,
      gap: 2,
      at: [5, 7],
      laid: [[], []],
      mover: 1,
      passes: 0,
      loot: 0,
      stakes: [],
    };
    expect(met(duel, 2)).toMatchObject({ at: [5, 5], gap: 0 });
  });
});

test('the last throw is read from the log', () => {
  expect(thrown([told(3, ['log.rolls', { n: 4 }]), told(4, ['log.goes', {}])])).toEqual({ pips: 4, number: 3 });
});

describe('what was just dug up', () => {
  const digger = { seat: seat(1), level: { key: 'depth.2', args: {} } };
  test('is shown to whom it is told', () => {
    const gold = { key: 'log.finds', args: { ...digger, ore: { key: 'ore.gold', args: { grams: 300 } } } };
    expect(findIn([gold], 1)).toEqual({ letter: 'G', kind: 'gold', grams: 300 });
    expect(findIn([gold], 0)).toBeNull();
    const pyrite = { key: 'log.finds', args: { ...digger, ore: { key: 'ore.pyrite', args: {} } } };
    expect(findIn([gold, pyrite], 1)?.kind).toBe('pyrite');
  });

  test('may be a disaster', () => {
    const lines = [
      { key: 'log.plays', args: {} },
      { key: 'log.abandon', args: digger },
    ];
    expect(disaster(lines)).toBe(lines[1]);
    expect(disaster([lines[0]!])).toBeNull();
    expect(findIn([{ key: 'log.cave_in', args: digger }], 1)?.kind).toBe('cave_in');
    expect(findIn([{ key: 'log.abandon', args: digger }], 1)?.kind).toBe('abandon');
    expect(findIn([{ key: 'log.digs', args: digger }], 1)).toBeNull();
  });
});
