import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Waiting } from '../messages';
import { icon, title } from './heading.svelte';
import { ring } from './notify';
import { kept } from './own.svelte';
import { go } from './router.svelte';
import { choose } from './settings.svelte';
import * as sound from './sound';
import { load } from './texts.svelte';
import { WaitsConnection, waiting } from './waits.svelte';

class Fake {
  static all: Fake[] = [];
  static OPEN = 1;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send = vi.fn();
  constructor(readonly address: string) {
    Fake.all.push(this);
  }
  close(): void {}
  say(...codes: string[]): void {
    this.tell(true, codes);
  }
  tell(complete: boolean, codes: string[]): void {
    const tables = codes.map((code) => ({ code, game: 'gold', seat: code === 'SEATED' }));
    this.onmessage!({ data: JSON.stringify({ type: 'Waits', tables, complete }) });
  }
}

let waits: WaitsConnection;
let fresh: string[][];
const codes = () => waiting.tables.map(({ code }) => code);
const last = () => Fake.all.at(-1)!;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Fake);
  Fake.all = [];
  fresh = [];
  kept.hidden = [];
  waiting.tables = [];
  await load('en');
  choose('lang', 'en');
  waits = new WaitsConnection((found: Waiting[]) => fresh.push(found.map(({ code }) => code)));
});
afterEach(() => {
  waits.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('tables that wait', () => {
  test('are news only when all of one’s tables had been looked at before', () => {
    last().tell(false, ['A']);
    last().say('A', 'B');
    expect(codes()).toEqual(['A', 'B']);
    expect(fresh).toEqual([]);
    last().say('A', 'B', 'C');
    last().say('A');
    last().say('A', 'B');
    expect(fresh).toEqual([['C'], ['B']]);
  });

  test('stay as they were while the connection mends itself, and come back as no news', async () => {
    last().say('A', 'B');
    last().onclose!();
    await vi.advanceTimersByTimeAsync(2000);
    expect(Fake.all).toHaveLength(2);
    last().tell(false, []);
    expect(codes()).toEqual(['A', 'B']);
    last().say('B', 'C');
    expect(codes()).toEqual(['B', 'C']);
    expect(fresh).toEqual([['C']]);
  });

  test('that were hidden in this browser are no news', () => {
    kept.hidden = ['B'];
    last().say();
    last().say('B');
    expect(fresh).toEqual([]);
  });

  test('find out now and then whether anybody still hears', async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(last().send).toHaveBeenCalledTimes(1);
  });
});

test('the tab says at how many tables it is one’s turn, in words and in its icon', async () => {
  const { default: Tab } = await import('./Tab.fixture.svelte');
  title('Goldrush');
  const tab = mount(Tab, { target: document.body, props: { count: () => waiting.tables.length } });
  flushSync();
  expect(document.title).toBe('Goldrush');
  last().say('A', 'B');
  flushSync();
  expect(document.title).toBe('(2) Goldrush');
  title('Rules · Goldrush');
  flushSync();
  expect(document.title).toBe('(2) Rules · Goldrush');
  expect(decodeURIComponent(icon(2))).toContain('>2</text>');
  expect(decodeURIComponent(icon(12))).toContain('>9+</text>');
  expect(icon(2)).not.toMatch(/[<>"#]/);
  void unmount(tab);
});

describe('somebody who is elsewhere', () => {
  const one = (code: string): Waiting => ({ code, game: 'gold', seat: false, invited: false });

  test('hears a sound, but not of the table that is shown, which is heard by itself', () => {
    const played = vi.spyOn(sound, 'play').mockReturnValue();
    go('/table/ABCDEF');
    ring([one('ABCDEF')]);
    expect(played).not.toHaveBeenCalled();
    ring([one('ABCDEF'), one('OTHERS')]);
    expect(played).toHaveBeenCalledExactlyOnceWith('turn');
  });

  test('is shown a notification if that is wanted, allowed, and the page is not seen', async () => {
    const shown = vi.fn();
    const Fresh = function (...said: unknown[]): void {
      shown(...said);
    };
    vi.stubGlobal('Notification', Object.assign(Fresh, { permission: 'granted' }));
    vi.spyOn(sound, 'play').mockReturnValue();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const ringing = async () => {
      ring([one('OTHERS')]);
      await vi.advanceTimersByTimeAsync(0);
    };
    choose('notify', false);
    await ringing();
    choose('notify', true);
    hidden.mockReturnValue(false);
    await ringing();
    expect(shown).not.toHaveBeenCalled();
    hidden.mockReturnValue(true);
    await ringing();
    expect(shown).toHaveBeenCalledExactlyOnceWith(
      'Your turn',
      expect.objectContaining({ tag: 'OTHERS', body: 'GOLD' }),
    );
  });
});
