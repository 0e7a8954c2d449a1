import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Moment } from '../../lib/moment';
import type { Told } from '../../messages';
import { pointed } from '../../lib/pointing.svelte';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import { choicesOf, NAMES, viewOf } from '../boards.fixture';
import Board from './Board.svelte';
import type { View } from './shapes';

const seen = viewOf<View>('golden_town');

let shown: ReturnType<typeof mount> | undefined;
beforeAll(async () => {
  choose('lang', 'en');
  await load('en', 'golden_town');
});
afterEach(() => {
  pointed.action = null;
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = '';
});

function draw(texts: string[], more: object = {}, log: Told[] = [], moment: Moment<View> | null = null) {
  const act = vi.fn();
  const choices = choicesOf<View>('golden_town', ...texts);
  shown = mount(Board, {
    target: document.body,
    props: { view: { ...seen, ...more }, names: NAMES, tell: teller('golden_town', NAMES), choices, act, log, moment },
  });
  flushSync();
  return act;
}
const cards = () => [...document.querySelectorAll<HTMLButtonElement>('.cards button')];
const idle = (card: Element) => card.getAttribute('aria-disabled') === 'true';
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
  expect(labelled('Ann: à l’Hôtel.')).not.toBeNull();
  expect(document.body.innerHTML).not.toMatch(/: Hotel|Hotel[;,]|in the Hotel/);
});

describe('the hand', () => {
  test('asks what a card is for when there is more than one use, and plays it', () => {
    const act = draw(['keep', 'YG-3>talon', 'YG-3>top']);
    expect(cards().map(idle)).toEqual([false, true, true, true, true, true]);
    cards()[0]!.click();
    flushSync();
    expect(options().map((one) => one.textContent)).toEqual([
      'Swap levels 1–2 for the top of the draw pile',
      'Swap levels 1–2 for a Mine card from the discards',
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
    expect(labelled('Stop here')).not.toBeNull();
  });

  test('offers a level to which a lift goes, and leaving', () => {
    draw(['lift0', 'lift3', 'joker-lift3', 'take', 'leave'], inMine('entrance'));
    const labels = [
      'Ride a lift to the entrance',
      'Ride a lift to level 3 (red)',
      'Take a tile, without a card',
      'Leave the mine',
    ];
    for (const label of labels) expect(labelled(label), label).not.toBeNull();
    expect(labelled('Ride to level 3 (red) with a joker')).toBeNull();
  });

  test('holds what ended the digging, with its reason', () => {
    const args = { seat: { seat: 2 }, level: { key: 'depth.2', args: {} }, name: 'C' };
    const line = { key: 'log.abandon', args };
    draw([], inMine(2), [], { long: 9, prompt: line, lines: [line], view: seen });
    expect(document.querySelector('.found')!.textContent).toContain('Cy has to abandon mine C');
  });

  test('offers nothing to those who are elsewhere', () => {
    draw(['leave']);
    expect(document.querySelectorAll('.mine [data-can]')).toHaveLength(0);
  });
});

describe('on the street', () => {
  test('a rival in reach can be challenged', () => {
    const act = draw(['C4', 'fight1']);
    labelled('Challenge Bo to a duel')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(act, 'one is asked again').not.toHaveBeenCalled();
    flushSync();
    document.querySelector<HTMLElement>('dialog .primary')!.click();
    expect(act).toHaveBeenCalledWith(1);
  });

  test('it is said who asks whom to share', () => {
    draw([], { asked: 1, phase: 'answering' });
    expect(document.querySelector('.asking')!.textContent).toContain('Cy asks Bo to share the mine.');
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
          stakes: [{ key: 'means.lose_nuggets', args: { n: 2, rival: { seat: 0 } } }],
        },
      },
      log,
    );
    expect(document.querySelector('.duel')!.textContent).toContain('Steps between Cy and Ann: 8.');
    expect(document.querySelector('.stakes')!.textContent).toContain('Ann takes 2 nuggets from your cart.');
    expect(document.querySelector('.next')!.textContent).toContain('Land exactly on your rival to win');
    expect(document.querySelectorAll('.laid svg')).toHaveLength(2);
    expect(document.querySelector('[data-square]')).toBeNull();
    expect(cards().filter((card) => !idle(card))).toHaveLength(1);
  });
});

describe('what is pointed at', () => {
  const means = [{ key: 'means.stays_closed', args: {} }];
  const reach = [{ action: 0, square: 'C', path: ['C4', 'C5', 'C6', 'C'], means }];
  const note = () => document.querySelector('.note')?.textContent ?? '';
  const way = () => document.querySelector('path[stroke="#f0c24a"]');

  test('goes with its card once that is played', () => {
    draw(['+YG-3']);
    cards()[0]!.dispatchEvent(new Event('pointermove', { bubbles: true }));
    flushSync();
    expect(note()).toContain('Levels 1–2');
    cards()[0]!.click();
    flushSync();
    expect(note()).toBe('');
  });

  test('may be a mine from which one is shut out', () => {
    const prospectors = seen.prospectors.map((one) => ({ ...one, ban: 'A' }));
    draw([], { prospectors });
    expect(document.querySelectorAll('[data-barred]')).toHaveLength(1);
    expect(document.querySelector('.next')!.textContent).toContain('You had to leave mine A: it is barred');
    document.querySelector('[data-square="A"]')!.dispatchEvent(new Event('pointerenter'));
    flushSync();
    expect(note()).toContain('it is barred until you reach the Bank or another mine.');
  });

  test('among the buttons lights up on the map, with the way there and what it means', () => {
    draw(['C'], { reach });
    expect([note(), way()]).toEqual(['', null]);
    pointed.action = 0;
    flushSync();
    expect(way()).not.toBeNull();
    expect(note()).toContain('at mine C');
    expect(note()).toContain('you hold no Mine card: it stays closed');
  });

  test('on the map is told to the buttons', () => {
    draw(['C'], { reach });
    document.querySelector('[data-square="C"]')!.dispatchEvent(new Event('pointerenter'));
    flushSync();
    expect(pointed.action).toBe(0);
    expect(note()).toContain('Closed');
  });

  test('may be a rival: what is at stake is said', () => {
    const lines = [{ key: 'means.win_nuggets', args: { n: 2, rival: { seat: 1 } } }];
    draw(['fight1'], { fights: [{ action: 0, seat: 1, means: lines }] });
    labelled('Challenge Bo to a duel')!.dispatchEvent(new Event('pointermove', { bubbles: true }));
    flushSync();
    expect(note()).toContain('Win, and you take 2 nuggets from Bo.');
  });

  test('may be a card: what it does is said, and the galleries that it would work are painted', () => {
    draw(['YG-3'], { ...inMine('entrance'), phase: 'mining', digs: [{ action: 0, levels: [1, 2] }] });
    expect(document.querySelectorAll('.painted')).toHaveLength(0);
    cards()[0]!.dispatchEvent(new Event('pointermove', { bubbles: true }));
    flushSync();
    expect(note()).toContain('Levels 1–2');
    expect(document.querySelectorAll('.painted')).toHaveLength(2);
  });
});

describe('the stage', () => {
  const tab = (name: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('.tabs button')].find((one) => one.textContent === name)!;

  test('is the map on the road, and the mine at its entrance, the map inset', () => {
    draw([]);
    expect(document.querySelector('[data-square]')).not.toBeNull();
    expect(tab('Map').getAttribute('aria-pressed')).toBe('true');
    void unmount(shown!);
    draw([], inMine('entrance'));
    expect(document.querySelector('[data-square]')).toBeNull();
    expect(document.querySelector('.inset')).not.toBeNull();
    expect(tab('C').getAttribute('aria-pressed')).toBe('true');
  });

  test('looks elsewhere by a tab', () => {
    draw([], inMine('entrance'));
    tab('Map').click();
    flushSync();
    expect(document.querySelector('[data-square]')).not.toBeNull();
    tab('A').click();
    flushSync();
    expect(document.querySelector('.mine svg')!.getAttribute('aria-label')).toContain('Mine A');
  });

  test('says what one lacks', () => {
    const players = seen.players.map((one) => ({ ...one, next: { key: 'next.mine_card', args: {} } }));
    draw([], { players });
    expect(document.querySelector('.next')!.textContent).toContain('a Mine card');
  });
});
