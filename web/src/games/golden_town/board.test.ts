import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Told } from '../../messages';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import { choicesOf, viewOf } from '../boards.fixture';
import Board from './Board.svelte';
import type { View } from './shapes';

const NAMES = ['Ann', 'Bo', 'Cy'];
const seen = viewOf<View>('golden_town');

let shown: ReturnType<typeof mount> | undefined;
beforeAll(async () => {
  choose('lang', 'en');
  await load('en', 'golden_town');
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = '';
});

function draw(texts: string[], more: object = {}, log: Told[] = []) {
  const act = vi.fn();
  const choices = choicesOf<View>('golden_town', ...texts);
  shown = mount(Board, {
    target: document.body,
    props: { view: { ...seen, ...more }, names: NAMES, tell: teller('golden_town', NAMES), choices, act, log },
  });
  flushSync();
  return act;
}
const cards = () => [...document.querySelectorAll<HTMLButtonElement>('.cards button')];
const options = () => [...document.querySelectorAll<HTMLButtonElement>('.options button')];
const piles = () => [document.querySelector('.piles p')?.textContent, document.querySelectorAll('.piles .sign').length];
const labelled = (label: string) => document.querySelector<SVGElement>(`[aria-label="${label}"]`);
const inMine = (depth: string | number) => ({
  prospectors: [...seen.prospectors.slice(0, 2), { square: 'C', depth, missing: false, ban: null, lifted: false }],
  concessions: seen.concessions.map((mine) =>
    mine.name === 'C' ? { ...mine, opened: true, there: [{ seat: 2, depth }] } : mine,
  ),
});

test('a prospector is told of with the name of the place in the language chosen', async () => {
  await load('fr', 'golden_town');
  choose('lang', 'fr');
  draw([], { prospectors: seen.prospectors.map((one) => ({ ...one, square: 'Hotel' })) });
  choose('lang', 'en');
  expect(labelled('Ann: Hôtel')).not.toBeNull();
  expect(document.body.innerHTML).not.toMatch(/: Hotel|Hotel[;,]/);
});

describe('the hand', () => {
  test('asks what a card is for when there is more than one use, and plays it', () => {
    const act = draw(['keep', 'YG-3>talon', 'YG-3>top']);
    expect(cards().map((card) => card.disabled)).toEqual([false, true, true, true, true, true]);
    cards()[0]!.click();
    flushSync();
    expect(options().map((one) => one.textContent)).toEqual([
      'Swap yellow-green (3 steps) for the top of the talon',
      'Swap yellow-green (3 steps) for a Mine card from the discards',
    ]);
    options()[1]!.click();
    expect(act).toHaveBeenCalledWith(2);
  });

  test('plays a card with one use at a touch, but never swaps one unasked', () => {
    const act = draw(['+YG-3', 'B-3>talon']);
    cards()[1]!.click();
    expect(act).not.toHaveBeenCalled();
    cards()[0]!.click();
    expect(act).toHaveBeenCalledWith(0);
  });

  test('stands beside the discards, of which it is said whether the top may be taken', () => {
    draw(['keep', 'YG-3>talon', 'YG-3>top']);
    expect(piles()).toEqual(['The top discard may be taken.', 1]);
    void unmount(shown!);
    draw(['keep', 'YG-3>talon'], { takeable: false });
    expect(piles()).toEqual(['The top discard cannot be taken: only one that a rival has just laid.', 1]);
    expect(document.querySelector('.top.quiet')).not.toBeNull();
  });

  test('has no question about the discards where nothing is swapped, or there are none', () => {
    draw(['C4'], { takeable: false });
    expect(piles()).toEqual([undefined, 0]);
    void unmount(shown!);
    draw(['keep', 'YG-3>talon'], { takeable: false, top: null });
    expect(piles()).toEqual([undefined, 0]);
  });

  test('is nowhere for those who watch, nor are filons', () => {
    draw([], { seat: null, players: seen.players.map((one) => ({ ...one, hand: null, ore: null })) });
    expect(cards()).toEqual([]);
    expect(document.querySelector('.filons')).toBeNull();
  });
});

describe('a mine', () => {
  test('offers the ways of a run, the lift, the filon and the exit where they are', () => {
    const act = draw(['up', 'down', 'stop'], { ...inMine(2), run: { shows: 'YG', way: 'open', dug: 0 } });
    labelled('Dig downwards')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(act).toHaveBeenCalledWith(1);
    expect(labelled('Dig upwards')).not.toBeNull();
    expect(labelled('End the run')).not.toBeNull();
  });

  test('offers a level to which a lift goes, and leaving', () => {
    draw(['lift0', 'lift3', 'joker-lift3', 'take', 'leave'], inMine('entrance'));
    const labels = [
      'Ride a lift to the entrance',
      'Ride a lift to level 3 (red)',
      'Take a filon without a card',
      'Leave the mine',
    ];
    for (const label of labels) expect(labelled(label), label).not.toBeNull();
    expect(labelled('Ride to level 3 (red) with a joker')).toBeNull();
  });

  test('offers nothing to those who are elsewhere', () => {
    draw(['leave']);
    expect(document.querySelectorAll('.mines [data-can]')).toHaveLength(0);
  });
});

describe('on the street', () => {
  test('a rival in reach can be challenged', () => {
    const act = draw(['C4', 'fight1']);
    labelled('Challenge Bo to a duel')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(act).toHaveBeenCalledWith(1);
  });

  test('it is said who asks whom to share', () => {
    draw([], { asked: 1, phase: 'answering' });
    expect(document.querySelector('.asking')!.textContent).toContain('Cy asks Bo to share the concession.');
  });

  test('a duel is a scene of its own, with the cards in turn', () => {
    const seat = (n: number) => ({ seat: n });
    const log: Told[] = [
      { number: 1, at: 0, lines: [{ key: 'log.challenges', args: { seat: seat(2), rival: seat(0) } }] },
      {
        number: 2,
        at: 0,
        lines: [
          {
            key: 'log.lays',
            args: { seat: seat(2), card: { key: 'card.level', args: { name: 'YG-3', shows: 'YG', n: 3 } }, n: 3 },
          },
        ],
      },
      {
        number: 3,
        at: 0,
        lines: [{ key: 'log.stands', args: { seat: seat(0), card: { key: 'card.prop', args: {} }, n: 0 } }],
      },
    ];
    draw(
      ['+B-3'],
      {
        phase: 'duelling',
        duel: {
          seats: [2, 0],
          squares: 12,
          gap: 8,
          at: [3, 11],
          laid: [['YG-3'], ['prop']],
          mover: 2,
          passes: 0,
          loot: 0,
        },
      },
      log,
    );
    expect(document.querySelector('.duel')!.textContent).toContain('Steps between Cy and Ann: 8.');
    expect(document.querySelectorAll('.laid svg')).toHaveLength(2);
    expect(document.querySelector('[data-square]')).toBeNull();
    expect(cards().filter((card) => !card.disabled)).toHaveLength(1);
  });
});
