import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Moment } from '../../lib/moment';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import type { Line } from '../../shapes';
import { happening } from '.';
import { choicesOf, NAMES, viewOf } from '../boards.fixture';
import Board from './Board.svelte';
import { ashoreAt, layOut, lootOf, openings } from './harbour';
import type { View } from './shapes';

const seen = viewOf<View>('oh_my_gold'); // Cy is to use dice; in the row are chests with 3, 2 and 2 keys
const wide = layOut(false, 3);

const coins = (n: number): Line => ({ key: 'treasure.coins', args: { n } });
const both: Line = {
  key: 'treasure.both',
  args: { coins: coins(2), diamonds: { key: 'treasure.diamonds', args: { n: 1 } } },
};
const opens = (n: number, treasure: Line): Line => ({ key: 'log.opens', args: { seat: { seat: 2 }, n, treasure } });
const leading = (lines: Line[], view: object): Moment<View> => ({
  ...happening!(lines)!,
  lines,
  view: { ...seen, ...view },
});
const boats = (...ashore: string[]) => [...seen.boats.slice(0, 2), { ...seen.boats[2], ashore }];

let shown: ReturnType<typeof mount> | undefined;
beforeAll(async () => {
  choose('lang', 'en');
  choose('speed', 'normal');
  await load('en', 'oh_my_gold');
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
});
function draw(texts: string[], more: object = {}, moment: Moment<View> | null = null, advised = false) {
  if (shown) void unmount(shown);
  const choices = choicesOf<View>('oh_my_gold', ...texts).map((one) => ({ ...one, advised }));
  const act = vi.fn();
  const props = {
    view: { ...seen, ...more },
    names: NAMES,
    tell: teller('oh_my_gold', NAMES),
    choices,
    act,
    moment,
  };
  shown = mount(Board, { target: document.body, props });
  flushSync();
  return act;
}
const labels = () => [...document.querySelectorAll('svg [aria-label]')].map((one) => one.getAttribute('aria-label')!);

describe('a chest with its keys on it', () => {
  test('waits in the row, says so, and cannot be chosen again', () => {
    draw(['open3', 'end'], { keyed: [1] });
    expect(document.querySelectorAll('[data-waits]')).toHaveLength(1);
    expect(labels()).toContain('Chest 2: its 2 keys are on it. It opens at the end of the turn.');
    expect(document.querySelector('[data-waits]')!.getAttribute('role')).toBe('img');
    expect(document.querySelectorAll('[data-waits] .keys > g')).toHaveLength(2);
    expect(document.querySelector('.waits')!.textContent).toBe('Opens when the turn ends');
    expect(labels()).toContain('Put 2 keys on chest 3');
  });

  test('is not there where chests open at once', () => {
    draw(['open3'], { at_once: true });
    expect(document.querySelector('[data-waits], .waits, .opening')).toBeNull();
    expect(labels()).toContain('Open chest 3 (2 keys)');
  });
});

describe('dice that can be used for nothing', () => {
  const idle = {
    coin: { key: 'idle.no_treasure', args: {} },
    diamond: { key: 'idle.no_treasure', args: {} },
    key: { key: 'idle.keys', args: { n: 3 } },
  };
  const dice = ['key', 'coin', 'diamond', 'sabres'];
  const reasons = () => [...document.querySelectorAll('.reasons text')].map((one) => one.textContent);

  test('turn grey, and whoever has rolled them reads why, once for each reason', () => {
    draw(['end'], { idle, dice, seat: 2, turn: 2 });
    expect(document.querySelectorAll('.die.idle')).toHaveLength(3);
    expect(reasons()).toEqual([
      'No treasure lies in front of your boat.',
      'The remaining chests need at least 3 keys.',
    ]);
  });

  test('are grey for the others too, who are told nothing of boats of theirs', () => {
    draw([], { idle, dice, seat: 0, turn: 2 });
    expect(document.querySelectorAll('.die.idle')).toHaveLength(3);
    expect(reasons()).toEqual([]);
  });
});

describe('a turn in which nothing is left to decide', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('ends by itself after a moment', () => {
    const act = draw(['end'], { keyed: [1] });
    expect(document.querySelector('.ending')!.textContent).toContain('the chest opens');
    vi.advanceTimersByTime(1000);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(act.mock.calls).toEqual([[0]]);
  });

  test('waits for whoever says so', () => {
    const act = draw(['end']);
    document.querySelector<HTMLElement>('.ending button')!.click();
    flushSync();
    vi.advanceTimersByTime(10_000);
    expect(act).not.toHaveBeenCalled();
    expect(document.querySelector('.ending')).toBeNull();
  });

  test('is not ended for anybody who may still roll, nor in a lesson that speaks of it', () => {
    for (const act of [draw(['roll', 'end']), draw(['end'], {}, null, true)]) {
      vi.advanceTimersByTime(10_000);
      expect(act).not.toHaveBeenCalled();
    }
  });
});

describe('chests that are opened', () => {
  const all = leading([opens(2, both), opens(2, { key: 'treasure.bones', args: {} })], {
    row: [3, 1, 1],
    boats: boats('CCD', 'CCD'),
  });

  test('are all that waited, from the left, and go before the boat of whoever opens them', () => {
    const [first, second, ...others] = openings({ ...seen, keyed: [1, 2] }, all, wide);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ slot: 1, treasure: { coins: 2, diamonds: 1 } });
    expect(second).toMatchObject({ slot: 2, treasure: {} });
    const [boat, lies] = [wide.boat(2), ashoreAt(wide, 2, 0, 2)];
    expect(first!.to).toEqual({ x: boat.x + lies.x, y: boat.y + lies.y, s: 1 });
    expect(first!.large.x).toBeLessThan(second!.large.x);
  });

  test('are the one that is gone where chests open at once', () => {
    const one = leading([opens(2, coins(2))], { row: [3, 2, 0], boats: boats('CC', 'CCD') });
    expect(openings(seen, one, wide).map(({ slot, treasure }) => [slot, treasure])).toEqual([[2, { coins: 2 }]]);
  });

  test('are none of those that another table would open', () => {
    expect(openings({ ...seen, keyed: [0] }, all, wide)).toEqual([]);
    expect(openings({ ...seen, keyed: [0, 1] }, all, wide)).toEqual([]);
    expect(openings({ ...seen, keyed: [1, 2] }, null, wide)).toEqual([]);
  });

  test('stand open above the harbour with what they hold, and nowhere else', () => {
    draw([], { keyed: [1, 2] }, all);
    expect(document.querySelectorAll('.opening .chest')).toHaveLength(2);
    expect(document.querySelectorAll('.opening .prize')).toHaveLength(2);
    expect(document.querySelectorAll('.opening .bones')).toHaveLength(1);
    expect(document.querySelector('.waits')).toBeNull();
    expect(document.querySelectorAll('.keys')).toHaveLength(0);
  });

  test('take their time, the more of them the longer, and none where nothing moves', () => {
    const [one, two] = [happening!([opens(2, both)])!, happening!(all.lines)!];
    expect(two.long).toBeGreaterThan(one.long);
    expect(one.prompt).toMatchObject({ key: 'prompt.opening', args: { n: 1 } });
    expect(happening!([{ key: 'log.keys', args: {} }])).toBeNull();
    expect(happening!([...all.lines, { key: 'log.last_row', args: {} }])).toEqual(two);
    expect(happening!([opens(2, both), { key: 'log.rolls', args: {} }, opens(2, both)])).toBeNull(); // of two turns
    choose('speed', 'instant');
    expect(happening!(all.lines)).toBeNull();
    choose('speed', 'normal');
  });
});

test('a line tells what a treasure is worth', () => {
  expect([both, coins(3), { key: 'treasure.bones', args: {} }].map(lootOf)).toEqual([
    { coins: 2, diamonds: 1 },
    { coins: 3 },
    {},
  ]);
});
