import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as wire from '../messages';
import { TableConnection, type Hooks } from './table.svelte';

/** A socket without a server: what was sent, and a mouth to speak with. */
class Fake {
  static all: Fake[] = [];
  readyState = 0;
  sent: wire.Asked[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    Fake.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  cut(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  say(message: Partial<wire.Sent> & { type: string }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const seat = { name: 'Ada', persona: null, taken: true, lots: false, present: true, until: null };
const table = { code: 'ABCDEF', game: 'gold', phase: 'playing', seats: [seat, seat] } as unknown as wire.Table;
const state = (number: number): wire.State => ({
  number,
  view: { turn: number, legal: [] },
  actor: 0,
  since: 0,
  undo: false,
  coach: null,
  until: null,
});
const told = (number: number): wire.Told => ({ number, at: 0, lines: [{ key: `log.${number}`, args: {} }] });
const welcome = (number: number, lines: wire.Told[] = [], more: Partial<wire.Welcome> = {}): wire.Welcome => ({
  type: 'Welcome',
  table,
  mine: [0],
  seat: 0,
  now: Date.now(),
  fixed: { map: 'M' },
  state: state(number),
  lines,
  said: [],
  remarks: [],
  by: null,
  reports: false,
  ...more,
});
const numbers = (connection: TableConnection) => connection.log.map((one) => one.number);
const last = () => Fake.all.at(-1)!;

let connection: TableConnection;
function sit(hold = 0, more: Hooks = {}): TableConnection {
  connection = new TableConnection('ABCDEF', {
    socket: () => new Fake() as unknown as WebSocket,
    hold: () => hold,
    ...more,
  });
  last().open();
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  Fake.all = [];
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

describe('a connection to a table', () => {
  test('says hello, and shows what it is welcomed with, with what never changes', () => {
    sit();
    expect(last().sent).toEqual([{ type: 'Hello', last: 0, seat: null }]);
    last().say(welcome(2, [told(1), told(2)]));
    expect(connection.status).toBe('open');
    expect(connection.view).toEqual({ map: 'M', turn: 2, legal: [] });
    expect(numbers(connection)).toEqual([1, 2]);
  });

  test('comes back after a cut and asks for what it missed, and for no more', () => {
    sit();
    last().say(welcome(2, [told(1), told(2)]));
    last().cut();
    expect(connection.status).toBe('lost');
    vi.advanceTimersByTime(1000);
    expect(Fake.all).toHaveLength(2);
    last().open();
    expect(last().sent).toEqual([{ type: 'Hello', last: 2, seat: null }]);
    last().say(welcome(3, [told(3)]));
    expect(numbers(connection)).toEqual([1, 2, 3]);
    expect(connection.view?.turn).toBe(3);
  });

  test('forgets what was said when it is told again without a text, and takes another name over', () => {
    sit();
    const said = [1, 2, 3].map((number) => ({ type: 'Said', number, at: 0, seat: 0, text: `${number}`, asked: '' }));
    const remark = { number: 1, at: 0, by: 'x', name: 'Rat', text: 'hi' };
    last().say(welcome(1, [told(1)], { said: said as wire.Said[], remarks: [remark], reports: true }));
    expect(connection.reports).toBe(true);
    last().say({ ...said[1]!, text: '' } as wire.Said);
    expect(connection.said.map((one) => one.text)).toEqual(['1', '3']);
    last().say({ type: 'Remarks', remarks: [{ ...remark, name: 'Ann' }] });
    expect(connection.remarks).toEqual([{ ...remark, name: 'Ann' }]);
    last().say(welcome(1, [told(1)], { said: [{ ...said[2]!, text: '' } as wire.Said] }));
    expect(connection.said.map((one) => one.text)).toEqual(['1']);
  });

  test('asks whether anybody hears after a silence, and is content with any answer', () => {
    sit();
    last().say(welcome(1));
    vi.advanceTimersByTime(2000);
    expect(last().sent).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(last().sent.at(-1)).toEqual({ type: 'Ping' });
    last().say({ type: 'Pong' });
    vi.advanceTimersByTime(4000);
    expect(connection.stalled).toBe(false);
    expect(last().sent.filter((asked) => asked.type === 'Ping')).toHaveLength(2);
  });

  test('tells of a line that stalls after five seconds, and tries another in the end', () => {
    sit();
    last().say(welcome(1));
    vi.advanceTimersByTime(4500);
    expect(connection.stalled).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(connection.stalled).toBe(true);
    expect(connection.status).toBe('open');
    vi.advanceTimersByTime(8000);
    expect(connection.status).not.toBe('open');
    expect(Fake.all.length).toBeGreaterThan(1);
    last().open();
    last().say(welcome(2, [told(2)]));
    expect([connection.status, connection.stalled]).toEqual(['open', false]);
  });

  test('is told of no hint that it asked for quietly and did not get', () => {
    sit();
    last().say(welcome(1));
    connection.hint(true);
    const { id } = last().sent.at(-1) as wire.Hint;
    last().say({ type: 'Refused', id, reason: 'too_fast', detail: '', state: null, why: null });
    expect(connection.refusal).toBeNull();
    expect(connection.advising).toBe(false);
  });

  test('waits longer after every attempt that fails', () => {
    sit();
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      const before = Fake.all.length;
      last().cut();
      let waited = 0;
      while (Fake.all.length === before) {
        vi.advanceTimersByTime(50);
        waited += 50;
      }
      waits.push(waited);
    }
    expect(waits.at(-1)!).toBeGreaterThan(4 * waits[0]!);
  });

  test('does not try again where there is no such table', () => {
    sit();
    last().cut(4404);
    vi.advanceTimersByTime(60_000);
    expect(connection.status).toBe('missing');
    expect(Fake.all).toHaveLength(1);
  });

  test('sends an unanswered action again, with the same id, until it is answered', () => {
    sit();
    last().say(welcome(2));
    connection.act(17);
    const act = last().sent[1] as wire.Act;
    expect(act).toMatchObject({ type: 'Act', number: 2, action: 17 });
    expect(connection.settled).toBe(false);
    last().cut();
    vi.advanceTimersByTime(1000);
    last().open();
    last().say(welcome(2));
    expect(last().sent[1]).toEqual(act);
    last().say({ type: 'Done', id: act.id });
    expect(connection.settled).toBe(true);
    last().cut();
    vi.advanceTimersByTime(2000);
    last().open();
    last().say(welcome(2));
    expect(last().sent).toHaveLength(1);
  });

  test('takes a hint as long as nothing else has happened, and acts meanwhile', () => {
    sit();
    last().say(welcome(2));
    connection.hint();
    connection.hint();
    const asked = last().sent.slice(1) as wire.Hint[];
    expect(asked).toEqual([{ type: 'Hint', id: asked[0]!.id, number: 2 }]);
    expect([connection.advising, connection.settled, connection.advice]).toEqual([true, true, null]);
    last().say({ type: 'Hinted', id: asked[0]!.id, number: 2, action: 7 });
    expect([connection.advising, connection.advice]).toEqual([false, 7]);
    last().say({ type: 'News', lines: [told(3)], state: state(3) });
    expect(connection.advice).toBeNull();
  });

  test('plays one action at a time', () => {
    sit();
    last().say(welcome(2));
    connection.act(1);
    connection.act(2);
    expect(last().sent.filter((asked) => asked.type === 'Act')).toHaveLength(1);
  });

  test('shows one thing after the other, each for its time', () => {
    sit(1000);
    last().say(welcome(1, [told(1)]));
    last().say({ type: 'News', lines: [told(2)], state: state(2) });
    last().say({ type: 'News', lines: [told(3)], state: state(3) });
    expect(connection.view?.turn).toBe(2);
    expect(connection.settled).toBe(false);
    vi.advanceTimersByTime(999);
    expect(connection.view?.turn).toBe(2);
    vi.advanceTimersByTime(2);
    expect(connection.view?.turn).toBe(3);
    expect(connection.settled).toBe(true);
  });

  test('can be told to show everything at once', () => {
    sit(1000);
    last().say(welcome(1, [told(1)]));
    for (const n of [2, 3, 4]) last().say({ type: 'News', lines: [told(n)], state: state(n) });
    connection.skip();
    expect(numbers(connection)).toEqual([1, 2, 3, 4]);
    expect(connection.behind).toBe(0);
  });

  describe("what happens before one's eyes", () => {
    const opening = { long: 600, prompt: { key: 'prompt.opening', args: {} } };
    const happening: Hooks['happening'] = (lines) =>
      lines.some((one) => one.key === 'log.2' || one.key === 'log.3') ? opening : null;
    function begin(): void {
      sit(1000, { happening });
      last().say(welcome(1));
      last().say({ type: 'News', lines: [told(2), told(3), told(4)], state: state(4) });
    }

    test('is seen on the table as it was, and nobody acts meanwhile', () => {
      begin();
      expect([connection.view?.turn, numbers(connection), connection.settled]).toEqual([1, [2, 3], false]);
      expect(connection.moment).toMatchObject({ ...opening, view: { map: 'M', turn: 4 } });
      expect(connection.moment!.lines.map((one) => one.key)).toEqual(['log.2', 'log.3']);
      vi.advanceTimersByTime(599);
      expect(connection.view?.turn).toBe(1);
      vi.advanceTimersByTime(2);
      expect([connection.view?.turn, numbers(connection), connection.moment, connection.settled]).toEqual([
        4,
        [2, 3, 4],
        null,
        true,
      ]);
    });

    test('can be skipped', () => {
      begin();
      connection.skip();
      expect([connection.view?.turn, numbers(connection), connection.moment, connection.settled]).toEqual([
        4,
        [2, 3, 4],
        null,
        true,
      ]);
    });

    test('lasts until somebody goes on, if it is such a moment: whatever else is skipped, or comes', () => {
      const account = { ...opening, long: 60_000, clicked: true };
      sit(1000, { happening: (lines) => (lines.some((one) => one.key === 'log.4') ? account : null) });
      last().say(welcome(1));
      for (const n of [2, 3]) last().say({ type: 'News', lines: [told(n)], state: state(n) });
      last().say({ type: 'News', lines: [told(4), told(5)], state: state(5) });
      connection.skip();
      const counted = () => [connection.view?.turn, Boolean(connection.moment), connection.behind];
      expect(counted()).toEqual([3, true, 1]);
      for (let n = 6; n < 30; n++) last().say({ type: 'News', lines: [told(n)], state: state(n) });
      expect(counted()).toEqual([3, true, 25]);
      connection.skip();
      expect(counted()).toEqual([5, false, 24]);
      connection.skip();
      expect(counted()).toEqual([29, false, 0]);
    });

    test('is nothing of its own where things are shown at once', () => {
      sit();
      last().say(welcome(1));
      last().say({ type: 'News', lines: [told(2)], state: state(2) });
      expect([connection.view?.turn, connection.moment, connection.settled]).toEqual([2, null, true]);
    });
  });

  test('shows no connection twice', () => {
    sit();
    last().say(welcome(2, [told(1), told(2)]));
    last().say({ type: 'News', lines: [told(2), told(3)], state: state(3) });
    last().say(welcome(3, [told(3)]));
    expect(numbers(connection)).toEqual([1, 2, 3]);
  });

  test('decides again after a refusal, from where the match stands', () => {
    sit();
    last().say(welcome(2));
    connection.act(1);
    const { id } = last().sent[1] as wire.Act;
    last().say({ type: 'Refused', id, reason: 'stale', detail: '', state: state(2) });
    expect(connection.refusal?.reason).toBe('stale');
    expect(connection.settled).toBe(true);
    connection.act(3);
    expect((last().sent[2] as wire.Act).id).not.toBe(id);
    expect(connection.refusal).toBeNull();
  });

  test('forgets everything of one seat before it looks with the eyes of another', () => {
    sit();
    last().say(welcome(2, [told(1), told(2)], { mine: [0, 1] }));
    connection.look(1);
    expect(last().sent[1]).toEqual({ type: 'Hello', last: 0, seat: 1 });
    last().say(welcome(1, [told(1)], { mine: [0, 1], seat: 1 }));
    expect(connection.seat).toBe(1);
    expect(numbers(connection)).toEqual([1]);
  });

  test('says hello again when the match begins', () => {
    sit();
    last().say(welcome(0, [], { state: null, table: { ...table, phase: 'open' } }));
    last().say({ type: 'Changed', table });
    expect(last().sent).toHaveLength(2);
    last().say(welcome(1, [told(1)]));
    expect(connection.view?.turn).toBe(1);
  });

  test('hears what is said, once', () => {
    sit();
    const said = { type: 'Said', number: 1, at: 0, seat: 0, text: 'hi', asked: '1' } as const;
    last().say(welcome(1, [], { said: [said] }));
    last().say(said);
    last().say({ ...said, number: 2 });
    expect(connection.said.map((one) => one.number)).toEqual([1, 2]);
  });
});
