import { expect, test } from 'vitest';
import { load, teller } from '../../lib/texts.svelte';
import { accounted, choicesOf, line, NAMES, viewOf, worded } from '../boards.fixture';
import { note } from '.';
import { gain } from './saloon';
import type { View } from './shapes';

test('actions name the group', async () => {
  const card = { kind: 'character', group: 2, text: '+L' };
  expect(await worded('goldrausch', ['L', 'join', 'pass'], { card })).toEqual([
    'To the ladies',
    'Join the ladies',
    'Do not join',
  ]);
});

test.each([
  [[0, 1, 0], 7, 3, 'worth 3 for now, paid at the end of the round'],
  [[1, 1, 0], 23, 7, 'you: 11 → 14'],
  [[1, 0, 0], 15, 7, 'alone here: 15 → 14'],
])('joining says what it changes: tokens %j at %i coins', async (tokens, coins, joining, told) => {
  await load('en', 'goldrausch');
  const seen = viewOf<View>('goldrausch');
  const share = Math.floor(coins / tokens.reduce((sum, n) => sum + n, 0));
  const groups = seen.groups.map((group) => ({ ...group, tokens, coins, share, joining }));
  const card = { kind: 'character' as const, group: 2, text: '+L' };
  const view = { ...seen, card, groups, turn: 0, seat: 0 };
  const tell = teller('goldrausch', NAMES);
  const [join, pass] = choicesOf<View>('goldrausch', 'join', 'pass');
  expect(note!(join!, view, tell)).toBe(told);
  expect(note!(pass!, view, tell)).toBe('');
  expect(tell(gain(groups[2]!, { ...view, seat: null }))).toBe(told.replace('you', 'Ann'));
});

test('laying gold says who earns more by it, and a fake that it takes a place', async () => {
  await load('en', 'goldrausch');
  const seen = viewOf<View>('goldrausch');
  const groups = seen.groups.map((group) => ({ ...group, tokens: [1, 2, 0], coins: 7, share: 2 }));
  const said = (coins: number, tokens = [1, 2, 0]) => {
    const card = { kind: 'gold' as const, coins, text: `$${coins}` };
    const view = { ...seen, card, groups: groups.map((one) => ({ ...one, tokens })), seat: 0 };
    return note!(choicesOf<View>('goldrausch', 'L')[0]!, view, teller('goldrausch', NAMES));
  };
  expect(said(8)).toBe('you +3, Bo +6');
  expect(said(8, [0, 0, 0])).toBe('nobody gains');
  expect(said(0)).toBe('takes a place, worth 0');
});

test('points are told of round by round', async () => {
  const end = { key: 'log.round_over', args: {} };
  const lines = [
    end,
    line('earned', 0, 5),
    line('earned', 1, 7),
    line('joins', 0, 1),
    end,
    line('earned', 0, 2),
    line('earned', 1, 0),
  ];
  expect(await accounted('goldrausch', lines, { purses: [{}, {}] })).toEqual([
    { label: 'Round 1', values: [5, 7] },
    { label: 'Round 2', values: [2, 0] },
  ]);
});
