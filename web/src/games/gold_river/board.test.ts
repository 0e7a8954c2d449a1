import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { choose } from '../../lib/settings.svelte';
import { pointAt, pointed } from '../../lib/pointing.svelte';
import { load, teller } from '../../lib/texts.svelte';
import { choicesOf, NAMES, viewOf } from '../boards.fixture';
import { begin } from '.';
import Board from './Board.svelte';
import type { View } from './shapes';

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

function draw(texts: string[], more: object = {}, props: object = {}) {
  const act = vi.fn();
  const choices = choicesOf<View>('gold_river', ...texts);
  shown = mount(Board, {
    target: document.body,
    props: {
      view: { ...seen, ways: [], ...more },
      names: NAMES,
      tell: teller('gold_river', NAMES),
      choices,
      act,
      ...props,
    },
  });
  flushSync();
  return act;
}
const square = (name: string) => document.querySelector<SVGElement>(`[data-square="${name}"]`)!;
const card = () => document.querySelector('.facts')?.textContent ?? '';

describe('the river', () => {
  test('says what a square does when it is touched, and for the keyboard too', () => {
    draw([]);
    expect(card()).toBe('');
    square('M28').dispatchEvent(new Event('pointerenter'));
    flushSync();
    expect(card()).toContain('You miss your next turn.');
    expect(square('M5').getAttribute('aria-label')).toContain('Nothing can touch them there');
    document.querySelector('.window')!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    flushSync();
    expect(card()).toBe('');
  });

  test('shows what a casino pays before anything is staked', () => {
    const boats = seen.boats.map(() => 'M11');
    draw([], { phase: 'bet', seat: 0, boats, amount: { name: 'stake', action: 4, least: 0, most: 9 } });
    expect(card()).toContain('4–6');
    expect(card()).toContain('stake lost');
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

  test('lights the way that a button means, and the button that a square means', () => {
    draw(['up', 'down'], { phase: 'call' });
    expect(document.querySelector('.lit')).toBeNull();
    pointAt(0);
    flushSync();
    expect(document.querySelectorAll('.lit').length).toBeGreaterThan(0);
    expect(document.querySelectorAll('.dimmed').length).toBeGreaterThan(0);
    square(seen.reach!.down[0]![0]!).dispatchEvent(new Event('pointerenter'));
    expect(pointed.action).toBe(1);
    square(seen.reach!.up[1]![0]!).dispatchEvent(new Event('pointerenter'));
    expect(pointed.action).toBe(0);
  });

  test('lays the pips of a roll along the way before the boat goes', () => {
    const lines = [{ key: 'log.rolls_up', args: { seat: { seat: 0 }, pips: 2, path: ['M9', 'M10', 'M11'] } }];
    const moment = { long: 500, prompt: { key: 'prompt.rolled', args: {} }, lines, view: seen };
    draw([], {}, { moment, log: [{ number: 1, at: 0, lines }] });
    expect([...document.querySelectorAll('.pip')].map((one) => one.textContent)).toEqual(['1', '2']);
    expect(document.querySelector('.under-way')).toBeNull();
  });

  test('lets the boat go when its pips have been seen, to where it is seen next', () => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
    const lines = [{ key: 'log.rolls_up', args: { seat: { seat: 0 }, pips: 2, path: ['M9', 'M10', 'M11'] } }];
    const moment = { long: 900, prompt: { key: 'prompt.rolled', args: {} }, lines, view: { ...seen, boats: ['M11'] } };
    draw([], {}, { moment, log: [{ number: 1, at: 0, lines }] });
    vi.advanceTimersByTime(700);
    flushSync();
    const boat = () => document.querySelector<SVGElement>('.boat')!.style.transform;
    const middle = (name: string) =>
      square(name)
        .getAttribute('transform')!
        .match(/translate\(([\d.]+)/)![1]!;
    vi.advanceTimersByTime(3000);
    flushSync();
    expect(boat()).toContain(`translate(${middle('M11')}px`);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('dims nothing because a button was given the keyboard', () => {
    vi.useFakeTimers();
    document.body.innerHTML = '<div class="doing"><button>Up</button></div>';
    draw(['up', 'down'], { phase: 'call' });
    document.querySelector<HTMLElement>('.doing button')!.focus();
    pointAt(0);
    vi.advanceTimersByTime(1);
    flushSync();
    expect(pointed.action).toBeNull();
    expect(document.querySelector('.dimmed')).toBeNull();
    vi.useRealTimers();
  });

  test('shows both ways at a confluence before one is taken', () => {
    draw(['main', 'turn'], { ways: seen.ways.map((way, action) => ({ ...way, action })) });
    expect(document.querySelectorAll('.way')).toHaveLength(2);
    expect(square('A4').getAttribute('aria-label')).toContain('Tributary, Mine');
  });
});

describe('a purse', () => {
  const purses = seen.purses.map((purse) => ({ ...purse, nuggets: NUGGETS, carats: 180 }));

  test('is nuggets, which can be broken where that is offered', () => {
    const act = draw(['break20', 'enough'], { purses });
    const piles = [...document.querySelectorAll<HTMLButtonElement>('.own button')];
    expect(piles.map((pile) => pile.getAttribute('aria-label'))).toEqual([
      'Break a nugget of 20 carats: falls would take 40 carats instead of 40',
    ]);
    expect(document.querySelector('.purse.own')!.textContent).toContain(
      'falls take half of the pieces, now 40 carats. Breaking one would save nothing.',
    );
    piles[0]!.click();
    expect(act).toHaveBeenCalledWith(0);
  });

  test('has no tool where nothing can be broken', () => {
    draw([], { purses });
    expect(document.querySelector('.purse.own button')).toBeNull();
    expect(document.querySelector('.why')).toBeNull();
  });

  test('is told in words as well', () => {
    draw([], { purses });
    expect(document.querySelector('.fortunes')!.textContent).toContain('180 carats (1 × 100, 4 × 20)');
  });
});

test('a turn in which nothing is left to do ends by itself after a moment, any other does not', () => {
  vi.useFakeTimers();
  const alone = draw(['enough']);
  expect(alone).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3000);
  expect(alone).toHaveBeenCalledExactlyOnceWith(0);
  void unmount(shown!);
  const idle = draw(['break20', 'enough'], { purses: holding([20, 1]) }); // falls would take no less
  expect(document.querySelector('.ending')!.textContent).toContain('Breaking a nugget would save nothing');
  vi.advanceTimersByTime(3000);
  expect(idle).toHaveBeenCalledExactlyOnceWith(1);
  void unmount(shown!);
  const open = draw(['break20', 'enough'], { purses: holding([20, 2]) });
  vi.advanceTimersByTime(3000);
  expect(open).not.toHaveBeenCalled();
  vi.useRealTimers();
});

/** Purses with so many nuggets of some sizes, size and number. */
function holding(...nuggets: [number, number][]) {
  return seen.purses.map((purse) => ({ ...purse, nuggets: nuggets.map(([carats, count]) => ({ carats, count })) }));
}

describe('fortunes', () => {
  const purses = [3, 40, 9].map((total) => ({ ...seen.purses[0]!, carats: total - 2, deposit: 2, total }));
  const text = () => document.querySelector('.fortunes')!.textContent!;

  test('say what wins and how the match ends, and stand in order', () => {
    draw([], { purses });
    expect(text()).toContain('Most carats wins. The match ends when a boat lands exactly on the Gold Caverns.');
    expect(text()).toContain('but the most carats win');
    expect([...document.querySelectorAll('.fortunes li b')].map((one) => one.textContent)).toEqual(['40', '9', '3']);
  });

  test('show what is safe and what is at risk, to one measure', () => {
    draw([], { purses });
    const widths = (kind: string) =>
      [...document.querySelectorAll<HTMLElement>(`.bar .${kind}`)].map((one) => one.style.width);
    expect(widths('risk')).toEqual(['95%', '17.5%', '2.5%']);
    expect(widths('safe')).toEqual(['5%', '5%', '5%']);
  });
});

test('a legend tells of every kind of square there is', () => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  draw([]);
  document.querySelector<HTMLButtonElement>('.legend')!.click();
  flushSync();
  const told = document.querySelector('dialog')!.textContent!;
  for (const kind of ['Gold Caverns', 'Mine', 'Bank', 'Saloon', 'Casino', 'Falls', 'Ambush', 'Bandits', 'Prison'])
    expect(told).toContain(kind);
});

test('a deposit stands at first at all there is, a stake at nothing', () => {
  const purses = seen.purses.map((purse) => ({ ...purse, deposit: 30 }));
  const amount = { name: 'deposit', action: 4, least: 0, most: 41 };
  expect(begin!({ ...seen, phase: 'save', purses, amount })).toBe(41);
  expect(begin!({ ...seen, phase: 'bet', purses })).toBe(0);
});
