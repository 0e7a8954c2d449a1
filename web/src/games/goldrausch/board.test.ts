import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Moment } from '../../lib/moment';
import { pointAt, pointed } from '../../lib/pointing.svelte';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import type { Line } from '../../shapes';
import { happening } from '.';
import { choicesOf, NAMES, viewOf } from '../boards.fixture';
import Board from './Board.svelte';
import { accountOf, layOut, TABLE, totalsAfter } from './saloon';
import type { View } from './shapes';

const seen = viewOf<View>('goldrausch'); // three play
const pays = (name: string, tokens: number[], gold: number[]): Line => {
  const [coins, badges] = [gold, tokens].map((all) => all.reduce((sum, n) => sum + n, 0)) as [number, number];
  const n = badges ? Math.floor(coins / badges) : 0;
  const group = { key: `group.${name}`, args: {} };
  return { key: badges ? 'log.pays' : 'log.nobody', args: { group, n, coins, badges, gold, tokens } };
};
const lines: Line[] = [
  { key: 'log.round_over', args: { round: 2 } },
  ...seen.groups.map(({ name }, n) => pays(name, n ? [0, 0, 0] : [2, 1, 0], [6, 4, 3, 0, 0, 0])),
  { key: 'log.earned', args: { seat: { seat: 0 }, n: 8 } },
];
const over: Moment<View> = { ...happening!(lines)!, lines, view: seen };

let shown: ReturnType<typeof mount> | undefined;
beforeAll(async () => {
  choose('lang', 'en');
  choose('speed', 'normal');
  await load('en', 'goldrausch');
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  vi.useRealTimers();
  choose('speed', 'normal');
});
function draw(more: object = {}, moment: Moment<View> | null = null, choices: View['legal'] = []) {
  const tell = teller('goldrausch', NAMES);
  const props = { view: { ...seen, ...more }, names: NAMES, tell, choices, act: vi.fn(), moment };
  shown = mount(Board, { target: document.body, props });
  flushSync();
}
const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent!.trim());

describe('the saloon', () => {
  test('has a table for each group, at which those sit who came', () => {
    draw();
    expect(document.querySelectorAll('[data-table]')).toHaveLength(6);
    const came = seen.groups.reduce((sum, group) => sum + group.characters, 0);
    expect(document.querySelectorAll('.come')).toHaveLength(came);
    expect(texts('.coins')).toEqual(seen.groups.map((group) => String(group.coins)));
  });

  test.each([true, false])('has room for all of them: upright %s', (narrow) => {
    const saloon = layOut(narrow, 6);
    for (let n = 0; n < 6; n++) {
      const { x, y } = saloon.table(n);
      expect(Math.min(x, y - saloon.bar)).toBeGreaterThanOrEqual(0);
      expect(x + TABLE.w * saloon.s).toBeLessThanOrEqual(saloon.w);
      expect(y + TABLE.h * saloon.s).toBeLessThanOrEqual(saloon.h);
    }
  });
});

describe('the bar says where gold may go', () => {
  const gold = { kind: 'gold', coins: 8, text: '$8' };
  const groups = (open: number[], peopled: number[]) =>
    seen.groups.map((group, n) => ({ ...group, open: open.includes(n), characters: Number(peopled.includes(n)) }));
  test('to a group with somebody and a free place', () => {
    draw({ card: gold, groups: groups([1, 2], [1, 2]) });
    expect(texts('.what')).toEqual(['goes to a group with a character and a free place']);
  });
  test('anywhere, if there is none such, and why', () => {
    draw({ card: { kind: 'false', text: '$0' }, groups: groups([0, 1, 2], []) });
    expect(texts('.what')).toEqual(['no group has a character yet: any group will do']);
    void unmount(shown!);
    draw({ card: { kind: 'false', text: '$0' }, groups: groups([3, 4], [1]) });
    expect(texts('.what')).toEqual(['no group with a character has room: any free place will do']);
    expect(texts('.said text')[0]).toBe('Drawn: a fake coin (worth 0)');
  });
});

test('groups have their emblems on shields: no token is one', () => {
  draw();
  expect(document.querySelectorAll('[data-table] svg[viewBox="-16 -16 32 32"]')).toHaveLength(6);
});

test('what was chosen on the board is pointed at no more', () => {
  draw({ card: { kind: 'gold', coins: 8, text: '$8' } }, null, choicesOf<View>('goldrausch', 'L', 'B'));
  const ladies = document.querySelector<SVGElement>('[data-can]')!;
  ladies.dispatchEvent(new Event('pointermove', { bubbles: true }));
  ladies.dispatchEvent(new Event('click', { bubbles: true }));
  expect(pointed.action).toBeNull();
});

test('a table lights up with its button, and its button with the table', () => {
  const choices = choicesOf<View>('goldrausch', 'L', 'B');
  draw({ card: { kind: 'gold', coins: 8, text: '$8' } }, null, choices);
  const [ladies, bandits] = [...document.querySelectorAll<SVGElement>('[data-can]')];
  pointAt(choices[0]!.action);
  flushSync();
  expect([ladies, bandits].map((one) => one!.classList.contains('lit'))).toEqual([true, false]);
  bandits!.dispatchEvent(new Event('pointermove', { bubbles: true }));
  expect(pointed.action).toBe(choices[1]!.action);
  bandits!.dispatchEvent(new Event('pointerleave'));
  expect(pointed.action).toBeNull();
});

describe('the account of a round', () => {
  test('is paid table by table: coins ÷ badges = share, and totals rise', () => {
    vi.useFakeTimers();
    draw({}, over);
    const before = seen.purses.map(({ total }) => total);
    expect(texts('.total').map(Number)).toEqual(before);
    vi.advanceTimersByTime(900);
    flushSync();
    expect(texts('.sum')).toEqual(['÷ 3 = 4']);
    expect(texts('.total').map(Number)).toEqual([before[0]! + 8, before[1]! + 4, before[2]!]);
    vi.advanceTimersByTime(6000);
    flushSync();
    expect(document.querySelectorAll('.paying')).toHaveLength(6);
    expect(document.querySelectorAll('.lost')).toHaveLength(5);
    expect(texts('.gain')).toEqual(['+8', '+4', '+0']);
  });

  test('knows the last cards, and gives every seat what its tokens earn', () => {
    const account = accountOf(over);
    expect(account[0]).toMatchObject({ coins: 13, badges: 3, share: 4 });
    expect(accountOf(null)).toEqual([]);
    expect(totalsAfter(seen, account, 6).map((n, seat) => n - seen.purses[seat]!.total)).toEqual([8, 4, 0]);
  });

  test('waits for a click of whoever plays, goes on by itself for others, and is not there at once', () => {
    const [watching, playing] = [happening!(lines)!, happening!(lines, true)!];
    expect(watching.long).toBeLessThan(12_000);
    expect(playing.long).toBeGreaterThanOrEqual(60_000);
    expect([watching.counted, playing.counted]).toEqual([true, true]);
    expect(playing.prompt).toEqual({ key: 'prompt.account', args: { round: 2 } });
    expect(happening!([{ key: 'log.draws', args: {} }])).toBeNull();
    choose('speed', 'instant');
    expect(happening!(lines)).toBeNull();
  });
});
