import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { LANGUAGES } from '../catalogue';
import { choose } from '../lib/settings.svelte';
import { load, teller } from '../lib/texts.svelte';
import { GAMES, type Choice } from '.';
import { DRAWN, NAMES, viewOf } from './boards.fixture';

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
    const act = await draw(game);
    for (const one of can()) one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const legal = viewOf(game).legal.map(({ action }) => action);
    expect(act.mock.calls.filter(([action]) => !legal.includes(action as number))).toEqual([]);
    expect(act).toHaveBeenCalled();
  });

  test('offers nothing while others act', async () => {
    await draw(game, []);
    expect(can()).toEqual([]);
    expect(document.querySelectorAll('[role="button"]')).toHaveLength(0);
  });

  test('plays what is clicked, and what the keyboard chooses', async () => {
    const act = await draw(game);
    const first = can()[0]!;
    first.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    first.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    const [[clicked], [chosen], ...more] = act.mock.calls as [[number], [number]];
    expect([chosen, more]).toEqual([clicked, []]);
    expect(viewOf(game).legal.find(({ action }) => action === clicked)!.kind).toBe(first.dataset['can']);
  });

  test('says in words what every button does', async () => {
    await draw(game);
    for (const button of can()) expect(button.getAttribute('aria-label')).toMatch(/\w+ \w+/);
    expect(labels().filter((label) => /\b(board|action|card|face|group)\.|\{|undefined/.test(label))).toEqual([]);
  });
});
