import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { look, quick, resume, stop, type Wish } from './quick.svelte';
import { here } from './router.svelte';

const WISH: Wish = { games: ['gold'], seats: [2], rated: false };
let opened: Fake[] = [];

class Fake {
  static OPEN = 1;
  readyState = 1;
  sent: { type: string }[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    opened.push(this);
  }
  send(said: string): void {
    this.sent.push(JSON.parse(said));
  }
  close(): void {
    this.readyState = 3;
  }
  hear(said: object): void {
    this.onmessage?.({ data: JSON.stringify(said) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Fake);
  opened = [];
  sessionStorage.clear();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('one is looked for until somebody is found, and goes to the table', () => {
  look(WISH);
  opened[0]!.onopen!();
  expect(opened[0]!.sent[0]).toMatchObject({ type: 'Seek', games: ['gold'], seats: [2], rated: false });
  opened[0]!.hear({ type: 'Seeking', since: 1, until: 9, now: 1, others: 2 });
  expect(quick.seeking?.others).toBe(2);
  opened[0]!.hear({ type: 'Found', code: 'ABCDEF' });
  expect(quick.wish).toBeNull();
  expect(here.path).toBe('/table/ABCDEF');
});

test('a page that was loaded anew, or lost its connection, looks on', () => {
  look(WISH);
  opened[0]!.onclose!();
  vi.advanceTimersByTime(2000);
  expect(opened).toHaveLength(2);
  const kept = sessionStorage.getItem('goldrush-quick')!;
  stop();
  sessionStorage.setItem('goldrush-quick', kept);
  resume();
  expect(quick.wish).toEqual(WISH);
  expect(opened).toHaveLength(3);
});

test('whoever has enough says so, and why it ended is known', () => {
  look(WISH);
  stop();
  expect(opened[0]!.sent.at(-1)).toEqual({ type: 'Cancel' });
  resume();
  expect(quick.wish).toBeNull();
  for (const [said, why] of [
    [{ type: 'Expired' }, 'expired'],
    [{ type: 'Refused', reason: 'needs_name' }, 'needs_name'],
  ] as const) {
    look(WISH);
    opened.at(-1)!.hear(said);
    expect([quick.wish, quick.ended]).toEqual([null, why]);
  }
});
