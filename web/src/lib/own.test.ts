import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnTable, Seat } from '../messages';
import List from '../parts/OwnTables.svelte';
import { OwnTables, waits } from './own.svelte';
import { choose } from './settings.svelte';
import { load } from './texts.svelte';

const CLOCK = { left: null, due: null, late: false, away: null, vacation: 0, rating: null, guest: null };
const PLAIN = { lots: false, present: true, until: null, wins: 0, gone: false, ...CLOCK };
const seat = (name: string | null, persona: string | null = null, taken = true) =>
  ({ ...PLAIN, name, persona, taken }) satisfies Seat;
function table(code: string, more: Partial<OwnTable> = {}): OwnTable {
  const seats = [seat('Ada'), seat('Bob')];
  return { code, game: 'gold', phase: 'playing', seats, mine: [0], turn: 1, ...more } as OwnTable;
}

let answer: OwnTable[] = [];
let own!: OwnTables;
let shown: ReturnType<typeof mount> | null = null;
beforeEach(async () => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => ({ tables: answer }) }));
  choose('lang', 'en');
  await load('en');
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  own?.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
async function ask(...tables: OwnTable[]): Promise<string[]> {
  answer = tables;
  own = new OwnTables();
  await vi.advanceTimersByTimeAsync(0);
  return codes();
}
const codes = () => own.tables.map(({ code }) => code);

describe('one’s own tables', () => {
  test('wait for a decision of one’s own, unless a bot stands in, or to sit down again', () => {
    expect(waits(table('A', { turn: 0 }))).toBe(true);
    expect(waits(table('A', { turn: 1 }))).toBe(false);
    expect(waits(table('A', { turn: null }))).toBe(false);
    expect(waits(table('A', { turn: 0, seats: [seat('Ada', 'marius'), seat('Bob')] }))).toBe(false);
    expect(waits(table('A', { phase: 'open', turn: null }))).toBe(false);
    expect(waits(table('A', { phase: 'open', turn: null, seats: [seat('Ada', null, false), seat('Bob')] }))).toBe(true);
  });

  test('can be hidden in this browser, also after it was closed, and shown again', async () => {
    expect(await ask(table('A'), table('B'))).toEqual(['A', 'B']);
    own.hide('A');
    expect(codes()).toEqual(['B']);
    own.close();
    expect(await ask(table('A'), table('B'))).toEqual(['B']);
    own.show('A');
    expect(codes()).toEqual(['A', 'B']);
  });

  test('are asked for soon again where it is not known yet whose turn it is, and later otherwise', async () => {
    await ask(table('A', { turn: null }));
    answer = [table('A')];
    await vi.advanceTimersByTimeAsync(2100);
    expect(own.tables[0]!.turn).toBe(1);
    answer = [];
    await vi.advanceTimersByTimeAsync(2100);
    expect(codes()).toEqual(['A']);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(codes()).toEqual([]);
  });

  test('say what they wait for; hiding one can be undone', async () => {
    await ask(table('A', { turn: 0 }), table('B'), table('C', { phase: 'open', turn: null }));
    shown = mount(List, { target: document.body, props: { own } });
    flushSync();
    const rows = () => [...document.querySelectorAll('.own li')].map((row) => row.querySelector('small')!.textContent);
    expect(rows()).toEqual(['Your turn · Bob', "Bob's turn · Bob", 'waiting for players · Bob']);
    document.querySelector<HTMLElement>('.own li:nth-child(2) .hide')!.click();
    flushSync();
    expect(rows()).toHaveLength(2);
    document.querySelector<HTMLElement>('.undo button')!.click();
    flushSync();
    expect(rows()).toHaveLength(3);
  });
});
