import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import { choicesOf, viewOf } from '../boards.fixture';
import { begin } from '.';
import Board from './Board.svelte';
import type { View } from './shapes';

const NAMES = ['Ann', 'Bo', 'Cy'];
const seen = viewOf<View>('gold_river');
const NUGGETS = [
  { carats: 100, count: 1 },
  { carats: 20, count: 4 },
  { carats: 2, count: 0 },
];

let shown: ReturnType<typeof mount> | undefined;
beforeAll(async () => {
  choose('lang', 'en');
  await load('en', 'gold_river');
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = '';
});

function draw(texts: string[], more: object = {}) {
  const act = vi.fn();
  const choices = choicesOf<View>('gold_river', ...texts);
  shown = mount(Board, {
    target: document.body,
    props: { view: { ...seen, ways: [], ...more }, names: NAMES, tell: teller('gold_river', NAMES), choices, act },
  });
  flushSync();
  return act;
}
const square = (name: string) => document.querySelector<SVGElement>(`[data-square="${name}"]`)!;
const caption = () => document.querySelector('.caption')!.textContent;

describe('the river', () => {
  test('says what a square does when it is touched, and for the keyboard too', () => {
    draw([]);
    expect(caption()).toContain('Leg 1 of 1');
    square('M28').dispatchEvent(new Event('pointerenter'));
    flushSync();
    expect(caption()).toContain('You miss your next turn.');
    expect(square('M5').getAttribute('aria-label')).toContain('safe from everything');
  });

  test('has one stop for the keyboard while nothing can be done, which arrows move', () => {
    draw([]);
    const stops = () =>
      [...document.querySelectorAll<SVGElement>('[data-square][tabindex="0"]')].map((one) => one.dataset['square']);
    expect(stops()).toEqual(['M9']);
    square('M9').focus();
    square('M9').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true }));
    flushSync();
    expect(stops()).toEqual(['M8']);
  });

  test('shows before the roll where each word leads, and takes the word on the map', () => {
    const act = draw(['up', 'down'], { phase: 'call' });
    expect([...document.querySelectorAll('.pips text')].map((one) => one.textContent)).toContain('↑1');
    document.querySelector<SVGElement>('[data-can="down"]')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(act).toHaveBeenCalledWith(1);
  });

  test('shows both ways at a confluence before one is taken', () => {
    draw(['main', 'turn'], { ways: seen.ways.map((way, action) => ({ ...way, action })) });
    expect(document.querySelectorAll('.way')).toHaveLength(2);
    expect(square('A4').getAttribute('aria-label')).toContain('Into the tributary');
  });
});

describe('a purse', () => {
  const purses = seen.purses.map((purse) => ({ ...purse, nuggets: NUGGETS, carats: 180 }));

  test('is nuggets, which can be broken where that is offered', () => {
    const act = draw(['break20', 'enough'], { purses });
    const piles = [...document.querySelectorAll<HTMLButtonElement>('.own button')];
    expect(piles.map((pile) => pile.querySelector('.unseen')!.textContent)).toEqual(['Break a nugget of 20 carats']);
    piles[0]!.click();
    expect(act).toHaveBeenCalledWith(0);
  });

  test('is told in words as well', () => {
    draw([], { purses });
    expect(document.querySelector('.own')!.textContent).toContain('180 carats (1 × 100, 4 × 20)');
  });
});

test('a deposit stands at first where it is, a stake at nothing', () => {
  const purses = seen.purses.map((purse) => ({ ...purse, deposit: 30 }));
  expect(begin!({ ...seen, phase: 'save', purses })).toBe(30);
  expect(begin!({ ...seen, phase: 'bet', purses })).toBe(0);
});
