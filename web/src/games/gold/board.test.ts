import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import { NAMES, viewOf } from '../boards.fixture';
import type { Told } from '../../messages';
import Board from './Board.svelte';
import type { View } from './shapes';

const seen = viewOf<View>('gold');

let shown: ReturnType<typeof mount> | undefined;
beforeAll(async () => {
  choose('lang', 'en');
  await load('en', 'gold');
});
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = '';
});

function draw(choices: View['legal'] = seen.legal, more: object = {}, log: Told[] = []) {
  const props = { view: { ...seen, ...more }, names: NAMES, tell: teller('gold', NAMES), choices, act: vi.fn(), log };
  shown = mount(Board, { target: document.body, props });
  flushSync();
}
const labels = () => [...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label')!);

describe('the plank', () => {
  test('shows no more of a card that lies face down than where it lies', () => {
    draw([], { up: [], shown: [] });
    expect(document.querySelectorAll('.face')).toHaveLength(0);
    expect(
      new Set([...document.querySelectorAll('.back')].map((one) => one.innerHTML.replace(/rotate\([^)]*\)/, ''))).size,
    ).toBe(1);
  });

  test('has one stop for the keyboard, which arrows move', () => {
    draw();
    const stops = () => [...document.querySelectorAll<SVGElement>('.spot[tabindex="0"]')];
    expect(stops()).toHaveLength(1);
    const [before] = stops();
    before!.focus();
    before!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
    flushSync();
    expect(stops()).toHaveLength(1);
    expect(stops()[0]).not.toBe(before);
  });

  test('says why a pair did nothing, as long as it is shown', () => {
    const card = (text: string) => ({ kind: 'gold' as const, value: 4, text });
    const turned = [
      { spot: 2, card: card('$4') },
      { spot: 3, card: card('$4') },
    ];
    const weak = { key: 'card.prospector', args: { colour: { key: 'colour.red', args: {} }, n: 3 } };
    const lines = [
      { key: 'log.turns', args: { seat: { seat: 0 }, card: weak } },
      { key: 'log.too_weak', args: { card: weak, n: 4 } },
    ];
    const log = [{ number: 7, at: 0, lines }];
    draw([], { up: [], shown: turned }, log);
    expect(document.querySelector('.count .did')).toBeNull(); // what is counted keeps its place beside it
    expect(document.querySelector('.did')!.textContent).toMatch(/^The red prospector 3 is too weak for gold 4\./);
    expect(document.querySelectorAll('.idle')).toHaveLength(2);
    expect(document.querySelectorAll('.past')).toHaveLength(0);
    void unmount(shown!);
    draw(seen.legal, { up: [], shown: turned }, log);
    expect(document.querySelector('.did')!.textContent).toMatch(/^Ann’s pair: The red/);
    expect(document.querySelectorAll('.past')).toHaveLength(2);
    void unmount(shown!);
    draw([], { up: turned.slice(1), shown: [] }, log);
    expect(document.querySelector('.did, .idle')).toBeNull();
  });

  test('tells when the rush begins', () => {
    draw([], { left: 31, rush: null });
    expect(document.querySelector('.below')!.textContent).toContain('rush at 10'); // as on a phone
  });

  test('names a card that lies open', () => {
    const card = { kind: 'prospector', colour: 0, strength: 5, text: 'R5' };
    draw([], { up: [{ spot: 2, card }], shown: [] });
    expect(labels()).toContain('Row 1, column 3: red prospector 5');
  });
});
