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
