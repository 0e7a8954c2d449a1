import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Table } from '../messages';
import { LobbyConnection } from './lobby.svelte';

class Fake {
  static last: Fake;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Fake.last = this;
  }
  close(): void {}
  say(message: object): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }
}

const table = (code: string, created: number, watchers = 0) => ({ code, created, watchers }) as Table;
const codes = () => lobby.tables.map((one) => one.code);
let lobby: LobbyConnection;

beforeEach(() => {
  vi.stubGlobal('WebSocket', Fake);
  lobby = new LobbyConnection();
});
afterEach(() => {
  lobby.close();
  vi.unstubAllGlobals();
});

test('begins with a page, and then hears of changes alone', () => {
  Fake.last.say({ type: 'Lobby', tables: [table('B', 2), table('A', 1)], more: false });
  Fake.last.say({ type: 'LobbyChanged', tables: [table('C', 3), table('A', 1, 5)], gone: ['B'] });
  expect(codes()).toEqual(['C', 'A']);
  expect(lobby.tables[1]!.watchers).toBe(5);
});

test('tells tables to watch from those that wait for players, with pages of their own', async () => {
  const live = (code: string, created: number) => ({ ...table(code, created), phase: 'playing' }) as Table;
  const tables = [table('D', 4), live('C', 3), table('B', 2)];
  Fake.last.say({ type: 'Lobby', tables, more: false, more_live: true });
  expect([lobby.open, lobby.live].map((some) => some.map((one) => one.code))).toEqual([['D', 'B'], ['C']]);
  Fake.last.say({ type: 'LobbyChanged', tables: [live('B', 2), live('A', 1)], gone: [] });
  expect(lobby.live.map((one) => one.code)).toEqual(['C', 'B']); // B was shown before it began; A is on another page
  const answer = { ok: true, json: async () => ({ tables: [live('A', 1)], more: false, more_live: false }) };
  const asked = vi.fn(async () => answer);
  vi.stubGlobal('fetch', asked);
  await lobby.older('playing');
  expect(asked.mock.calls[0]).toContain('/api/tables?before=2&phase=playing');
  expect([lobby.live.at(-1)!.code, lobby.moreLive]).toEqual(['A', false]);
});

test('shows older ones when somebody asks, and none of a page that is not shown before', async () => {
  Fake.last.say({ type: 'Lobby', tables: [table('C', 3), table('B', 2)], more: true });
  Fake.last.say({ type: 'LobbyChanged', tables: [table('A', 1)], gone: [] });
  expect([codes(), lobby.more]).toEqual([['C', 'B'], true]);
  const answer = { ok: true, json: async () => ({ type: 'Lobby', tables: [table('A', 1)], more: false }) };
  const asked = vi.fn(async () => answer);
  vi.stubGlobal('fetch', asked);
  await lobby.older();
  expect(asked.mock.calls[0]).toContain('/api/tables?before=2&phase=open');
  expect([codes(), lobby.more]).toEqual([['C', 'B', 'A'], false]);
});

test('lists those of a game or rated ones alone when somebody asks, also of what comes later', async () => {
  const one = (code: string, created: number, game: string, rated = false) =>
    ({ ...table(code, created), game, rated }) as Table;
  const tables = [one('C', 3, 'gold'), one('B', 2, 'gold', true), one('A', 1, 'goldrausch')];
  Fake.last.say({ type: 'Lobby', tables, more: true });
  const answer = {
    ok: true,
    json: async () => ({ tables: [one('B', 2, 'gold', true)], more: false, more_live: false }),
  };
  const asked = vi.fn(async () => answer);
  vi.stubGlobal('fetch', asked);
  const asking = lobby.only({ game: 'gold', rated: true });
  expect(codes()).toEqual(['B']); // at once
  await asking;
  expect(asked.mock.calls[0]).toContain('/api/tables?game=gold&rated=true');
  const later = [one('D', 4, 'gold'), one('E', 5, 'goldrausch', true), one('F', 6, 'gold', true)];
  Fake.last.say({ type: 'LobbyChanged', tables: later, gone: [] });
  expect([codes(), lobby.more]).toEqual([['F', 'B'], false]);
  Fake.last.say({ type: 'Lobby', tables, more: true }); // it was cut off, and is back
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  expect(codes()).toEqual(['B']);
});
