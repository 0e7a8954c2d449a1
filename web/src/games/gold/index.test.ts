import { expect, test } from 'vitest';
import { load, teller } from '../../lib/texts.svelte';
import { accounted, line, NAMES, viewOf, worded } from '../boards.fixture';
import { lead, standing } from '.';
import type { View } from './shapes';

test('actions name row and column, which can be counted', async () => {
  expect(await worded('gold', ['c4', 'h1'])).toEqual(['Turn row 4, column 3', 'Turn row 1, column 8']);
  expect(await worded('gold', ['c4'], {}, 'fr')).toEqual(['Retourner rangée 4, colonne 3']);
  await worded('gold', []); // English again
});

test('who leads is not told while gold is covered, but why; who has no card has no carats', async () => {
  await load('en', 'gold');
  const mine = (cards: number, carats: number | null) => ({ cards, carats, earlier: 0 });
  const [seen, tell] = [viewOf<View>('gold'), teller('gold', NAMES)];
  const begun = { ...seen, mines: [mine(2, 5), mine(0, null), mine(0, null)] };
  expect(lead!(begun, tell)).toMatchObject({ values: [5, 0, 0] });
  expect(standing!(begun, 1, tell)[1]!.value).toBe(0);
  const later = { ...begun, seat: 0, mines: [mine(2, 5), mine(1, null), mine(0, null)] };
  expect(lead!(later, tell).covered).toMatch(/^You: 5 carats\. Rivals’ lie covered/);
  expect(standing!(later, 1, tell)[1]!.value).toBe('?');
  const over = { ...begun, mines: [mine(2, 5), mine(1, 3), mine(0, 0)] };
  expect(lead!(over, tell).covered).toBeUndefined();
});

test('points are told of by who found the gold', async () => {
  const lines = [
    line('finds', 0, 3),
    line('finds', 0, 2),
    line('unowned', 1, 4),
    line('turns', 1, 9),
    line('grabs', 1, 1),
  ];
  expect((await accounted('gold', lines, { mines: [{}, {}] })).map(({ values }) => values)).toEqual([
    [5, 0],
    [0, 4],
    [0, 1],
  ]);
});
