import { describe, expect, test } from 'vitest';
import { DOORS, GAMES } from '..';
import { LANGUAGES } from '../../catalogue';
import { wordsOf } from '../../../books';
import { load, teller } from '../../lib/texts.svelte';
import { accounted, NAMES, viewOf, worded } from '../boards.fixture';
import type { AnyChoice, Touched } from '../../shapes';
import type { View } from './shapes';

describe('actions', () => {
  test('name chests, treasures and victims', async () => {
    const said = await worded('oh_my_gold', ['open2', 'CCD', 'D<1', 'roll', 'end'], {
      at_once: false,
      row: [1, 3, 2],
      keyed: [],
      dice: ['key', 'key', 'coin', 'sabres'],
    });
    expect(said).toEqual([
      'Put 3 keys on chest 2',
      'Load 2 coins and 1 diamond',
      'Steal 1 diamond from Bo',
      'Roll 4 dice again',
      'End the turn',
    ]);
  });

  test('open a chest where it opens at once, and otherwise at the end of the turn', async () => {
    const row = [1, 3, 2];
    expect(await worded('oh_my_gold', ['open1'], { at_once: true, row, keyed: [] })).toEqual(['Open chest 1 (1 key)']);
    expect(await worded('oh_my_gold', ['end'], { at_once: false, row, keyed: [0] })).toEqual([
      'End the turn and open the chest',
    ]);
    expect(await worded('oh_my_gold', ['open2', 'end'], { at_once: false, row, keyed: [0, 2] }, 'fr')).toEqual([
      'Mettre 3 clés sur le coffre 2',
      'Finir le tour et ouvrir 2 coffres',
    ]);
  });
});

test('points are told of by what lies in the boats, what was stolen, and what came too late', async () => {
  const boats = [
    { coins: 4, diamonds: 1, ashore: [] },
    { coins: 0, diamonds: 2, ashore: ['CCD', 'C'] },
  ];
  const treasures = [
    { name: 'C', coins: 1, diamonds: 0 },
    { name: 'CCD', coins: 2, diamonds: 1 },
  ];
  const two = { key: 'treasure.coins', args: { n: 2 } };
  const theft = { key: 'log.steals', args: { seat: { seat: 0 }, rival: { seat: 1 }, treasure: two } };
  const told = (options: string[]) => accounted('oh_my_gold', [theft], { boats, treasures, options });
  expect((await told(['steal'])).map(({ values }) => values)).toEqual([
    [4, 0],
    [1, 2],
    [2, 0],
    [0, 4],
  ]);
  expect((await told([])).map(({ label }) => label)).toEqual(['Coins', 'Diamonds', 'Not loaded: lost']);
});

test('until the end a seat has cards aboard, and then points first', async () => {
  await load('en', 'oh_my_gold');
  const { standing } = await GAMES['oh_my_gold']!.load();
  const view = viewOf<View>('oh_my_gold');
  const tell = teller('oh_my_gold', NAMES);
  expect(standing(view, 0, tell).map(({ label }) => label)).toEqual(['Aboard']);
  expect(standing(view, 0, tell)[0]!.value).toMatch(/^\d+ cards?$/); // which are no points
  const over: View = { ...view, points: [3, 2, 1] };
  expect(standing(over, 0, tell).map(({ label, value }) => [label, value])[0]).toEqual(['Points', 3]);
});

test('points of one’s own are added up from the log, those of others are not', async () => {
  await load('en', 'oh_my_gold');
  const { standing } = await GAMES['oh_my_gold']!.load();
  const seen = viewOf<View>('oh_my_gold');
  const boats = seen.boats.map((boat) => ({ ...boat, cards: 1 }));
  const loads = (seat: number) => ({
    key: 'log.loads',
    args: { seat: { seat }, treasure: { key: 'treasure.coins', args: { n: 2 } } },
  });
  const log = [0, 1].map((seat) => ({ number: seat + 1, at: 0, lines: [loads(seat)] }));
  const view: View = { ...seen, boats, seat: 0 };
  const figures = (seat: number) => standing(view, seat, teller('oh_my_gold', NAMES), log).map(({ value }) => value);
  expect([figures(0), figures(1)]).toEqual([[2, '1 card'], ['1 card']]);
});

test('it is said what stealing takes, and what is lost with the last turn', async () => {
  await load('en', 'oh_my_gold');
  const { note } = await GAMES['oh_my_gold']!.load();
  const seen = { ...viewOf<View>('oh_my_gold'), seats: 3, turn: 0 };
  const boats = seen.boats.map((boat) => ({ ...boat, ashore: ['C'] }));
  const said = (kind: string, more: Partial<View>) => {
    const [choice, view]: [AnyChoice, View] = [
      { action: 0, kind, args: { seat: 1 } as Touched },
      { ...seen, ...more },
    ];
    return note!(choice, view, teller('oh_my_gold', NAMES));
  };
  expect(said('steal', { boarded: [] })).toBe('1 sabre and its symbols');
  expect(said('steal', { boarded: [1] })).toContain('already');
  expect(said('end', { boats, closing: 3 })).toContain('lost');
  expect([said('end', { boats, closing: 4 }), said('end', { boats, closing: null })]).toEqual(['', '']);
});

test('a match begins with the sabres that its cover promises, if nobody chooses', () => {
  expect(DOORS.oh_my_gold?.options).toEqual({ steal: 'on' });
  expect(DOORS.gold).toBeUndefined();
  for (const lang of Object.keys(LANGUAGES)) expect(wordsOf('oh_my_gold', lang)).toHaveProperty(['option.steal.on']);
});
