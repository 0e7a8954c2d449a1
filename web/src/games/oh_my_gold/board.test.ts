import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Moment } from '../../lib/moment';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import type { Line } from '../../shapes';
import { happening } from '.';
import { choicesOf, viewOf } from '../boards.fixture';
import Board from './Board.svelte';
import { ashoreAt, layOut, lootOf, openings } from './harbour';
import type { View } from './shapes';

const NAMES = ['Ann', 'Bo', 'Cy'];
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
function draw(texts: string[], more: object = {}, moment: Moment<View> | null = null) {
  const choices = choicesOf<View>('oh_my_gold', ...texts);
  const props = {
    view: { ...seen, ...more },
    names: NAMES,
    tell: teller('oh_my_gold', NAMES),
    choices,
    act: vi.fn(),
    moment,
  };
  shown = mount(Board, { target: document.body, props });
  flushSync();
}
const labels = () => [...document.querySelectorAll('svg [aria-label]')].map((one) => one.getAttribute('aria-label')!);

describe('a chest with its keys on it', () => {
  test('waits in the row, says so, and cannot be chosen again', () => {
    draw(['open3', 'end'], { keyed: [1] });
    expect(document.querySelectorAll('[data-waits]')).toHaveLength(1);
    expect(labels()).toContain('Chest 2: its 2 keys are on it. It opens at the end of the turn.');
    expect(document.querySelector('[data-waits]')!.getAttribute('role')).toBe('img');
    expect(document.querySelectorAll('[data-waits] .keys > g')).toHaveLength(2);
    expect(document.querySelector('.waits')!.textContent).toBe('Opens at the end of the turn');
    expect(labels()).toContain('Put 2 keys on chest 3');
  });

  test('is not there where chests open at once', () => {
    draw(['open3'], { at_once: true });
    expect(document.querySelector('[data-waits], .waits, .opening')).toBeNull();
    expect(labels()).toContain('Open chest 3 (2 keys)');
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
