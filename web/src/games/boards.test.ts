import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { LANGUAGES } from '../catalogue';
import { choose } from '../lib/settings.svelte';
import { load, teller } from '../lib/texts.svelte';
import { GAMES, type Choice } from '.';
import { DRAWN, viewOf } from './boards.fixture';

const NAMES = ['Ann', 'Bo', 'Cy'];

let shown: ReturnType<typeof mount> | undefined;
beforeAll(async () => {
  for (const lang of Object.keys(LANGUAGES)) for (const game of DRAWN) await load(lang, game);
});
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = '';
});

async function draw(game: string, choices: Choice[] = viewOf(game).legal, more: object = {}) {
  choose('lang', 'en');
  const { Board } = await GAMES[game]!.load();
  const act = vi.fn();
  const props = { view: { ...viewOf(game), ...more }, names: NAMES, tell: teller(game, NAMES), choices, act };
  shown = mount(Board, { target: document.body, props });
  flushSync();
  return act;
}
const can = () => [...document.querySelectorAll<SVGElement>('[data-can]')];
const labels = () => [...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label')!);

describe.each(DRAWN)('the board of %s', (game) => {
  test('offers what can be done, and nothing else', async () => {
    await draw(game);
    const offered = new Set(can().map((one) => one.dataset['can']));
    const legal = viewOf(game).legal.map((choice) => choice.text);
    expect([...offered].filter((text) => !legal.includes(text!))).toEqual([]);
    expect(offered.size).toBeGreaterThan(0);
  });

  test('offers nothing while others act', async () => {
    await draw(game, []);
    expect(can()).toEqual([]);
    expect(document.querySelectorAll('[role="button"]')).toHaveLength(0);
  });

  test('plays what is clicked, and what the keyboard chooses', async () => {
    const act = await draw(game);
    const first = can()[0]!;
    const wanted = viewOf(game).legal.find((choice) => choice.text === first.dataset['can'])!.action;
    first.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    first.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(act.mock.calls).toEqual([[wanted], [wanted]]);
  });

  test('says in words what every button does', async () => {
    await draw(game);
    for (const button of can()) expect(button.getAttribute('aria-label')).toMatch(/\w+ \w+/);
    expect(labels().filter((label) => /\b(board|action|card|face|group)\.|\{|undefined/.test(label))).toEqual([]);
  });
});

describe('the plank of GOLD', () => {
  test('shows no more of a card that lies face down than where it lies', async () => {
    await draw('gold', [], { up: [], shown: [] });
    expect(document.querySelectorAll('.face')).toHaveLength(0);
    expect(
      new Set([...document.querySelectorAll('.back')].map((one) => one.innerHTML.replace(/rotate\([^)]*\)/, ''))).size,
    ).toBe(1);
  });

  test('has one stop for the keyboard, which arrows move', async () => {
    await draw('gold');
    const stops = () => [...document.querySelectorAll<SVGElement>('.spot[tabindex="0"]')];
    expect(stops()).toHaveLength(1);
    const [before] = stops();
    before!.focus();
    before!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
    flushSync();
    expect(stops()).toHaveLength(1);
    expect(stops()[0]).not.toBe(before);
  });

  test('names a card that lies open', async () => {
    const card = { kind: 'prospector', colour: 0, strength: 5, text: 'R5' };
    await draw('gold', [], { up: [{ spot: 2, card }], shown: [] });
    expect(labels()).toContain('Card c1: red prospector 5');
  });
});
