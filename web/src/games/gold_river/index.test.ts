import { afterEach, describe, expect, test, vi } from 'vitest';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import { accounted, choicesOf, NAMES, viewOf, worded } from '../boards.fixture';
import { amountWord, folded, happening, minor, note, quick, quickWord, wording } from '.';
import { factsOf, inWords } from './facts';
import type { View } from './shapes';

const view = viewOf<View>('gold_river');
const tell = teller('gold_river', NAMES);
const about = (n: number) => ({ key: 'amount.carats', args: { n } });

afterEach(() => vi.unstubAllGlobals());

describe('actions', () => {
  test('are called upstream and downstream, and places by what they are', async () => {
    const more = { ways: [{ action: 2, end: 'M3' }], preselected: 1 };
    expect(await worded('gold_river', ['down', 'up', 'main', 'break20', 'enough'], more)).toEqual([
      '↓ Downstream',
      '↑ Upstream',
      'Main river, to a saloon (−2)',
      'Break a nugget of 20 carats',
      'Done',
    ]);
  });

  test('that choose a direction say below where it leads', async () => {
    await load('en', 'gold_river');
    const notes = choicesOf<View>('gold_river', 'down', 'up', 'enough').map((choice) => note!(choice, view, tell));
    expect(notes).toEqual(['towards the mouth', 'towards the Gold Caverns', '']);
    const at = (square: string, up: string[], down: string[]) => {
      const reach = { up: [up], down: [down] };
      const there = { ...view, seat: 0, boats: view.boats.map(() => square), reach };
      return choicesOf<View>('gold_river', 'down', 'up').map((choice) => note!(choice, there, tell));
    };
    expect(at('A2', ['A3'], ['A1'])[0]).toBe('back to the main river');
    expect(at('A2', ['A3'], ['A1'])[1]).toMatch(/^to the tributary’s end/);
    expect(at('A4', ['A3'], ['A3'])).toEqual(Array(2).fill('the same squares either way'));
    expect(at('M0', ['M1'], ['M0'])).toEqual(['your boat would stay here', 'towards the Gold Caverns']);
  });

  test('at a confluence say what the square would cost', async () => {
    const purses = view.purses.map((one) => ({ ...one, carats: 20, ransom: 10 }));
    const ways = ['M15', 'M22'].map((end, n) => ({ action: n, end }));
    expect(await worded('gold_river', ['main', 'turn'], { ways, purses, seat: 0 })).toEqual([
      'Main river, into an ambush (−10)',
      'Tributary, to the bandits (−20)',
    ]);
  });

  test('that break a nugget are no large buttons', () => {
    expect(choicesOf<View>('gold_river', 'break20', 'enough').map((choice) => minor!(choice))).toEqual([true, false]);
    const breaks = choicesOf<View>('gold_river', 'break20', 'break20');
    expect(folded!(breaks, tell)).toBe('Break a nugget');
    expect(folded!(choicesOf<View>('gold_river', 'break20', 'up'), tell)).toBe('');
  });

  test('that choose an amount say what it means, also to choose nothing', () => {
    const purses = view.purses.map((purse) => ({ ...purse, deposit: 6, total: 30 }));
    const seen = { ...view, seat: 0, purses, amount: { name: 'stake', action: 4, least: 0, most: 24 } };
    expect(quick!({ ...seen, phase: 'bet' })).toEqual([0, 6, 12, 24]);
    expect([0, 6].map((n) => amountWord!(n, { ...seen, phase: 'bet' }, tell))).toEqual(['Don’t bet', 'Stake 6']);
    const called = (phase: 'bet' | 'save', ...all: number[]) =>
      all.map((n) => quickWord!(n, { ...seen, phase, amount: { ...seen.amount, most: 30 } }, tell));
    expect(called('save', 0, 6, 15, 30)).toEqual(['Nothing', 'As it is', 'Half', 'Everything']);
    expect(called('bet', 7, 15)).toEqual(['A quarter', 'Half']);
    const words = [6, 30].map((n) => amountWord!(n, { ...seen, phase: 'save' }, tell));
    expect(words).toEqual(['Leave it as it is', 'Bank 30, carry 0']);
    const chosen = { action: 9, kind: 'stake', args: { carats: 5 } } as const; // as it is told afterwards
    expect(wording(chosen, { ...seen, phase: 'bet' }, tell)).toBe('Stake 5');
  });
});

describe('a square', () => {
  const told = (name: string, more: Partial<View> = {}) => {
    const seen = { ...view, ...more };
    return inWords(
      factsOf(
        seen,
        seen.map.find((one) => one.name === name)!,
        tell,
        0,
      ),
      tell,
    );
  };

  test('tells what it pays for each roll, as the server says', async () => {
    await load('en', 'gold_river');
    choose('lang', 'en');
    expect(told('M11')).toContain('1: stake back + 1 ×; 2: stake back + 2 ×; 3: stake back + 3 ×; 4–6: stake lost.');
    expect(told('M11')).toContain('3 of 6 rolls pay.');
    expect(told('M3')).toContain('You pay 2 carats and roll. 1: 4 carats; 2: 6 carats; 3–6: nothing.');
    const pays = { ...view.pays, fare: 3, saloon: [9, 0, 0, 0, 0, 0] };
    expect(told('M3', { pays })).toContain('You pay 3 carats and roll. 1: 9 carats; 2–6: nothing.');
  });

  test('tells what it would cost now', () => {
    const purses = view.purses.map((one) => ({ ...one, count: 5, carats: 20, spilt: 2, falls: 3, ransom: 10 }));
    expect(told('M6', { purses })).toContain('Now you would lose 2 nuggets of 5: 3 carats.');
    expect(told('M15', { purses })).toContain('Ambush, square 15 of 48.');
    expect(told('M15', { purses })).toContain('Now you would lose 10 carats of 20.');
    expect(told('M22', { purses })).toContain('Now you would lose 20 carats of 20.');
  });

  test('that is the goal says that reaching it is not winning', () => {
    expect(told('M48')).toContain('ends the match. It does not win it: the most carats do.');
    expect(told('M48', { legs: 2 })).toContain('opens leg two');
    expect(told('M48', { leg: 2, legs: 2, goal: 'M0' })).toContain('Nothing happens here any more');
    expect(told('M0', { leg: 2, legs: 2, goal: 'M0' })).toContain('ends the match');
  });

  test('has no code on screen', () => {
    for (const one of view.map) expect(told(one.name)).not.toMatch(/\b[MABC]\d+\b/);
  });
});

test('carats are accounted for from the first to the last', async () => {
  const lines = [
    { key: 'log.digs', args: { seat: { seat: 0 }, carats: about(20) } },
    { key: 'log.drinks', args: { seat: { seat: 1 } } },
    { key: 'log.saloon_wins', args: { seat: { seat: 1 }, carats: about(6) } },
    { key: 'log.casino_loses', args: { seat: { seat: 0 }, carats: about(4) } },
  ];
  const purses = [21, 9].map((total) => ({ total }));
  expect(await accounted('gold_river', lines, { purses, pays: { fare: 2 } })).toEqual([
    { label: 'Start', values: [5, 5] },
    { label: 'Mines', values: [20, 0] },
    { label: 'Saloons', values: [0, 4] },
    { label: 'Casinos', values: [-4, 0] },
  ]);
});

describe('a roll', () => {
  const line = { key: 'log.rolls_up', args: { seat: { seat: 0 }, pips: 2, path: ['M0', 'M1', 'M2'] } };
  const motion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => {} }));

  test('lays its pips along the river before the boat goes', () => {
    motion(false);
    choose('speed', 'normal');
    expect(happening!([line])).toMatchObject({ prompt: { key: 'prompt.rolled', args: { pips: 2 } } });
    expect(happening!([{ key: 'log.digs', args: {} }])).toBeNull();
    const on = { ...line, key: 'log.goes_on' };
    expect(happening!([on])).toMatchObject({ prompt: on });
  });

  test('holds nobody up who wants no motion', () => {
    motion(true);
    expect(happening!([line])).toBeNull();
  });
});
