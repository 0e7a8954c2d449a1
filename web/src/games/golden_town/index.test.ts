import { describe, expect, test } from 'vitest';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import { choicesOf, NAMES, viewOf, worded } from '../boards.fixture';
import type { View } from './shapes';
import {
  accounts,
  because,
  doubtful,
  folded,
  happening,
  lead,
  minor,
  note,
  offBoard,
  order,
  primary,
  standing,
  telling,
} from '.';

test('lines have level cards in words, as a terminal has not', async () => {
  await load('fr', 'golden_town');
  choose('lang', 'fr');
  const tell = telling!(teller('golden_town', NAMES));
  const card = { key: 'card.level', args: { name: 'YG-2', shows: 'YG', n: 2 } };
  expect(tell({ key: 'log.plays', args: { seat: { seat: 1 }, card } })).toBe('Bo joue une carte niveaux 1–2 (2 pas).');
  expect(tell({ key: 'log.plays', args: { seat: { seat: 1 }, card: { key: 'card.joker', args: {} } } })).toBe(
    'Bo joue un joker.',
  );
});

describe('actions', () => {
  test('say whether one asks to share or just goes in', async () => {
    const asked = (prompt: string) =>
      worded('golden_town', ['enter'], { prompt: { key: `prompt.${prompt}`, args: {} } });
    expect(await asked('arriving_or_fight')).toEqual(['Ask to share']);
    expect(await asked('entering')).toEqual(['Go in']);
  });

  test('that do nothing are named for what they mean', async () => {
    expect(await worded('golden_town', ['make0', 'make1', 'wait'])).toEqual([
      'Keep the ore',
      'Make 1 nugget',
      'Keep it closed for now',
    ]);
  });

  test('that cards and levels stand for are folded away', () => {
    const kinds = choicesOf<View>('golden_town', 'keep', 'lift2', 'YG-2>talon', 'mine>top', 'leave');
    expect(kinds.map((choice) => minor!(choice))).toEqual([false, true, true, true, false]);
  });

  test('that are folded away are named for what they have in common', () => {
    const tell = teller('golden_town', NAMES);
    const said = (...texts: string[]) => folded!(choicesOf<View>('golden_town', ...texts), tell);
    expect(said('YG-2>talon', 'mine>top')).toBe('Swap a card');
    expect(said('lift1', 'lift2')).toBe('Ride a lift');
    expect(said('+joker1', '+joker2')).toBe('Lay a joker');
    expect(said('lift1', 'mine>top')).toBe('');
    expect(said('leave', 'mine>top')).toBe('');
  });

  test('are never so few that leaving a mine looks like the only one', () => {
    expect(choicesOf<View>('golden_town', 'leave', 'take').map((choice) => offBoard!(choice))).toEqual([false, true]);
  });

  test('say what they put at risk', () => {
    const tell = teller('golden_town', NAMES);
    const said = (text: string, prompt: string) => {
      const asked = { ...viewOf<View>('golden_town'), prompt: { key: `prompt.${prompt}`, args: {} } };
      return note!(choicesOf<View>('golden_town', text)[0]!, asked, tell);
    };
    expect(said('enter', 'arriving')).toBe('If refused, both roll; the lower one leaves');
    expect(said('enter', 'entering')).toBe('');
    expect(said('fall', 'propping')).toBe('You miss a turn and keep your tiles');
    expect(said('leave', 'mining')).toBe('');
  });

  test('say what a duel is about, what a tile may hold, and what nuggets cost', () => {
    const tell = teller('golden_town', NAMES);
    const view = viewOf<View>('golden_town');
    const said = (text: string, more: object) =>
      note!(choicesOf<View>('golden_town', text)[0]!, { ...view, ...more }, tell);
    const line = (key: string, n = 0) => ({ key: `means.${key}`, args: { n, rival: { seat: 1 } } });
    const about = (...means: object[]) => ({ fights: [{ action: 0, seat: 1, means }] });
    expect(said('fight1', about(line('win_nuggets', 2), line('lose_tiles', 1)))).toBe('Win 2 nuggets, or lose 1 tile');
    expect(said('fight1', about(line('win_nothing'), line('lose_nothing')))).toBe('Nothing to win or lose');
    const ahead = [{ action: 0, gold: 9, pyrite: 3, cave_in: 0, abandon: 1 }];
    expect(said('on', { ahead })).toBe('Of 13: 9 gold, 1 abandon');
    const making = (lost: number) => ({
      makings: [{ action: 0, lost }],
      players: view.players.map((one) => ({ ...one, ore: 700 })),
    });
    expect(said('make1', making(0))).toBe('500 g go, 200 g stay');
    expect(said('make1', making(100))).toBe('600 g go, 100 of them lost');
  });

  test('say how far it is from there to what comes next, unless the place says so', () => {
    const tell = teller('golden_town', NAMES);
    const view = viewOf<View>('golden_town');
    const said = (square: string, key: string, args: object) => {
      const reach = [{ action: 0, square, path: [], means: [{ key: `means.${key}`, args: { ...args } }] }];
      return note!(choicesOf<View>('golden_town', square)[0]!, { ...view, reach }, tell);
    };
    expect(said('T4', 'mine_far', { n: 7, name: 'A' })).toBe('mine A: 7 to go');
    expect(said('T11', 'bank_near', { n: 2 })).toBe('Bank: 2 to go');
    expect(said('A3', 'mine_near', { n: 4, name: 'A' })).toBe('');
  });

  test('of gold are those that lead towards winning', () => {
    const view = viewOf<View>('golden_town');
    const legal = choicesOf<View>('golden_town', 'make0', 'make1', 'make2', 'keep', 'Bank', 'T4');
    const gold = (cart: number) => {
      const players = view.players.map((one) => ({ ...one, cart }));
      return legal.filter((one) => primary!(one, { ...view, legal, players } as View)).map(({ action }) => action);
    };
    expect(gold(0)).toEqual([2, 3]);
    expect(gold(1)).toEqual([2, 3, 4]);
  });

  test('are doubtful where they go against what the board says', () => {
    const view = viewOf<View>('golden_town');
    const line = (key: string, n = 0) => ({ key: `means.${key}`, args: { n, rival: { seat: 1 } } });
    const said = (text: string, more: object) =>
      doubtful!(choicesOf<View>('golden_town', text)[0]!, { ...view, ...more });
    const makings = [{ action: 1, lost: 0 }];
    expect([said('make0', { makings }), said('make0', { makings: [] }), said('make1', { makings })]).toEqual([
      true,
      false,
      false,
    ]);
    const about = (...means: object[]) => ({ fights: [{ action: 0, seat: 1, means }] });
    expect(said('fight1', about(line('win_nothing'), line('lose_nothing')))).toBe(true);
    expect(said('fight1', about(line('win_tiles', 2), line('lose_nuggets', 8)))).toBe(false);
    expect(said('T4', {})).toBe(false);
  });

  test('say what they mean in sentences', () => {
    const tell = teller('golden_town', NAMES);
    const view = viewOf<View>('golden_town');
    const means = [{ key: 'means.bank_wins', args: { n: 2, total: 4 } }];
    const reach = [{ action: 0, square: 'Bank', path: [], means }];
    expect(because!(choicesOf<View>('golden_town', 'Bank')[0]!, { ...view, reach }, tell)).toBe(
      '2 nuggets into the Bank make 4: you win!',
    );
    expect(because!(choicesOf<View>('golden_town', 'keep')[0]!, view, tell)).toBe('');
  });

  test('in a mine begin with what digs most, and end with swaps, card by card', () => {
    const said = ['mine>talon', 'leave', 'YG-2', 'lift2', 'YGRB-2', 'YG-2>talon', 'joker'];
    const choices = choicesOf<View>('golden_town', ...said);
    const digs = [
      { action: 2, levels: [1] },
      { action: 4, levels: [1, 2, 3] },
      { action: 6, levels: [1, 2, 3] },
    ];
    const view = { ...viewOf<View>('golden_town'), digs };
    const sorted = [...choices.keys()].sort((a, b) => order!(choices[a]!, view) - order!(choices[b]!, view));
    expect(sorted.map((n) => said[n])).toEqual([
      'YGRB-2',
      'YG-2',
      'joker',
      'leave',
      'lift2',
      'YG-2>talon',
      'mine>talon',
    ]);
  });

  test('say to which kind of square one goes', async () => {
    expect(await worded('golden_town', ['T4', 'A', 'Bank'])).toEqual([
      '4 from the Prison, towards mine A',
      'Go to mine A',
      'Go into the Bank',
    ]);
  });
});

test('a disaster is looked at, with its reason, before the table changes', () => {
  const args = { seat: { seat: 1 }, level: { key: 'depth.2', args: {} } };
  const line = { key: 'log.abandon', args };
  expect(happening!([{ key: 'log.plays', args: {} }, line])).toMatchObject({ prompt: line });
  expect(happening!([{ key: 'log.digs', args }])).toBeNull();
});

describe('how things stand', () => {
  const tell = teller('golden_town', NAMES);
  const view = viewOf<View>('golden_town');

  test('is nuggets of those that win, the cart, and ore: of others the tiles alone', async () => {
    await load('en', 'golden_town');
    choose('lang', 'en');
    const players = [
      { ...view.players[0]!, banked: 2, ore: 300 },
      { ...view.players[1]!, ore: null, filons: [{ number: 0, level: 1, grams: null }] },
    ];
    const said = [0, 1].map((seat) => standing({ ...view, players }, seat, tell).map(({ value }) => value));
    expect(said).toEqual([
      ['2/4', 0, '0 · 300\u00a0g'],
      ['0/4', 0, 1],
    ]);
  });

  test('is led as the rules rank, by the Bank and then the cart, and says who can win with the next roll', async () => {
    await load('en', 'golden_town');
    choose('lang', 'en');
    const has = (banked: number, cart: number, wins: number[]) => ({ ...view.players[0]!, banked, cart, wins });
    const players = [has(1, 0, []), has(0, 4, [4]), has(2, 0, [])];
    const { values, shown, more, left } = lead!({ ...view, players }, tell);
    expect([...values.keys()].sort((a, b) => values[b]! - values[a]!)).toEqual([2, 0, 1]);
    expect(shown).toEqual(['1', '0', '2']);
    expect(more!.values).toEqual([0, 4, 0]);
    expect(left).toBe('Bo can win with a 4.');
    expect(lead!(view, tell).left).toBeUndefined();
  });

  test('is told at the end by how nuggets came and went', () => {
    const [ann, bo] = [{ seat: 0 }, { seat: 1 }];
    const lines = [
      { key: 'log.makes', args: { seat: ann, n: 2 } },
      { key: 'log.makes', args: { seat: bo, n: 3 } },
      { key: 'log.robs', args: { seat: ann, rival: bo, n: 3 } },
    ];
    const players = view.players.map((one, n) => ({ ...one, banked: n ? 0 : 4, cart: n ? 0 : 1 }));
    const values = accounts!(lines, { ...view, players }, tell).map((one) => one.values);
    expect(values.map((one) => one.slice(0, 2))).toEqual([
      [2, 3],
      [3, 0],
      [0, -3],
      [-1, 0],
      [4, 0],
    ]);
  });
});
