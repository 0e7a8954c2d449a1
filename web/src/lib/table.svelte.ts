// One view of a table: a connection to the server that mends itself, and what has happened, shown one
// thing at a time.

import type * as wire from '../messages';
import { random, socketAddress } from './api';
import { upToLast, type Happening, type Moment } from './moment';
import type { AnyView, Line } from '../shapes';
import { Since } from './recap';
import { linesOf, whole } from './view';

export type Status = 'connecting' | 'open' | 'lost' | 'missing';

const FIRST_WAIT = 400; // milliseconds until the first new attempt
const LONGEST_WAIT = 8000;
const MANY = 12; // things that wait to be shown until the older ones are skipped
const NOT_FOUND = 4404;
const BEAT = 2500; // milliseconds of silence until the server is asked whether it hears
const STALLED = 5000; // until people are told that the line is slow
const GIVEN_UP = 12_000; // until another connection is tried
const TICK = 500;

type Pending = wire.Act | wire.Undo | wire.Hint | wire.Say | wire.Remark;
const ASIDE = ['Say', 'Remark', 'Hint']; // what nobody need wait for

/** Something that has happened and is still to be shown. */
interface Event {
  lines: wire.Told[];
  state: wire.State;
  happening?: boolean; // whether it is seen on the table as it was
}

export interface Hooks {
  socket?: (address: string) => WebSocket;
  hold?: (state: wire.State) => number; // milliseconds for which a state is looked at
  happening?: (lines: Line[]) => Happening | null; // what lines tell of, if it is a moment of its own
}

/** What was said, with what is told anew in its place; without a text it was removed. */
function merged<T extends { number: number; text: string }>(known: T[], news: T[]): T[] {
  const all = new Map([...known, ...news].map((one) => [one.number, one]));
  return [...all.values()].filter((one) => one.text).sort((one, other) => one.number - other.number);
}

/** A table as this browser sees it. */
export class TableConnection {
  status: Status = $state('connecting');
  table: wire.Table | null = $state.raw(null);
  mine: number[] = $state.raw([]);
  seat: number | null = $state.raw(null);
  fixed: Record<string, unknown> = $state.raw({});
  shown: wire.State | null = $state.raw(null);
  log: wire.Told[] = $state.raw([]);
  news: wire.Told[] = $state.raw([]); // the part of it that was shown last
  moment: Moment | null = $state.raw(null); // what happens just now on the table that is shown
  said: wire.Said[] = $state.raw([]);
  remarks: wire.Remarked[] = $state.raw([]); // of those who look on; for players when the match is over
  reports = $state(false); // whether the host hears of what is reported
  by: string | null = $state(null); // under what one's own are, if one may make any
  refusal: wire.Refused | null = $state.raw(null);
  pending: Pending[] = $state.raw([]);
  hinted: wire.Hinted | null = $state.raw(null);
  behind = $state(0); // how many things wait to be shown
  stalled = $state(false); // whether nothing has been heard for too long
  readonly since: Since; // when one's own seats decided last
  skew = 0; // what the server's clock is ahead of ours

  #socket: WebSocket | null = null;
  #queue: Event[] = [];
  #latest: wire.State | null = null;
  #last = 0; // number of the last line received
  #wanted: number | null = null; // the seat whose view is wanted
  #free = 0; // when the next thing may be shown
  #showing: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT;
  #closed = false;
  #heardAt = 0;
  #quiet = new Set<string | null>(); // what nobody must know was refused
  #asked = 0; // when the server was asked whether it hears
  #ticked = 0;
  #ticking: ReturnType<typeof setInterval>;

  constructor(
    readonly code: string,
    private readonly hooks: Hooks = {},
  ) {
    this.since = new Since(code);
    this.connect();
    this.#ticking = setInterval(this.#listen, TICK);
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  /** What is shown, with the part of it that never changes. */
  get view(): AnyView | null {
    return this.shown && whole(this.fixed, this.shown.view);
  }

  /** Whether the log has all lines: of a very long one the server tells newcomers the last part. */
  get complete(): boolean {
    return this.log.every((told, n) => told.number === n + 1);
  }

  /** Whether all that has happened is shown, and nothing is on its way. */
  get settled(): boolean {
    return this.behind === 0 && this.pending.every((asked) => ASIDE.includes(asked.type));
  }

  /** The action that a bot would choose now, once it has been asked. */
  get advice(): number | null {
    return this.reason?.action ?? null;
  }

  /** The same, with all that the bot says about it. */
  get reason(): wire.Hinted | null {
    return this.hinted?.number === this.shown?.number ? this.hinted : null;
  }

  /** Whether a bot has been asked and has not answered yet. */
  get advising(): boolean {
    return this.pending.some((asked) => asked.type === 'Hint');
  }

  connect(): void {
    clearTimeout(this.#retry);
    const address = socketAddress(`/tables/${this.code}/socket`);
    const socket = this.hooks.socket?.(address) ?? new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => this.#hello();
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  /** Leaves the table alone for good. */
  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    clearTimeout(this.#retry);
    clearTimeout(this.#showing);
    clearInterval(this.#ticking);
    this.#socket?.close();
  }

  act(action: number): void {
    if (!this.#latest || !this.settled) return;
    if (this.seat !== null) this.since.decide(this.seat, this.log, this.view);
    this.#ask({ type: 'Act', id: random(), number: this.#latest.number, action });
  }

  undo(): void {
    if (this.#latest && this.settled) this.#ask({ type: 'Undo', id: random(), number: this.#latest.number });
  }

  /** Asks a bot what it would do; *quietly* if nobody must know that it does not answer. */
  hint(quietly = false): void {
    if (!this.#latest || !this.settled || this.advising) return;
    const id = random();
    if (quietly) this.#quiet.add(id);
    this.#ask({ type: 'Hint', id, number: this.#latest.number });
  }

  say(text: string): void {
    this.#ask({ type: 'Say', id: random(), text });
  }

  /** Says something to the others who look on. */
  remark(name: string, text: string): void {
    this.#ask({ type: 'Remark', id: random(), name, text });
  }

  /** Hears anew what was said: somebody was blocked. */
  rehear(): void {
    this.said = [];
    this.remarks = [];
    this.#hello();
  }

  /** Looks with the eyes of another of one's own seats. */
  look(seat: number): void {
    this.#wanted = seat;
    this.#hello();
  }

  /** Asks for everything anew: the match has begun, or seats have changed hands. */
  refresh(): void {
    this.#hello();
  }

  /** Goes on from a moment that lasts until then; else shows at once all that waits, up to the next such moment. */
  skip = (): void => {
    const halted = () => Boolean(this.moment?.clicked);
    const waited = halted();
    while (this.#queue.length && !halted()) this.#show(this.#queue.shift()!);
    if (waited || !halted()) this.#free = 0;
    this.#next();
  };

  #hello(): void {
    const seat = this.#wanted ?? this.seat;
    const known = seat === this.seat && this.shown !== null;
    this.#send({ type: 'Hello', last: known ? this.#last : 0, seat: this.#wanted });
  }

  #send(asked: wire.Asked): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(asked));
  }

  #ask(asked: Pending): void {
    this.refusal = null;
    this.pending = [...this.pending, asked];
    this.#send(asked);
  }

  #answered(id: string | null): void {
    this.pending = this.pending.filter((asked) => asked.id !== id);
  }

  #hear(sent: wire.Sent): void {
    this.#heardAt = Date.now();
    this.stalled = false;
    if (sent.type === 'Welcome') this.#welcome(sent);
    else if (sent.type === 'News') this.#news(sent.lines, sent.state);
    else if (sent.type === 'Changed') this.#changed(sent.table);
    else if (sent.type === 'Said') this.#heard([sent]);
    else if (sent.type === 'Remarks') this.#overheard(sent.remarks);
    else if (sent.type === 'Done') this.#answered(sent.id);
    else if (sent.type === 'Hinted') this.#hint(sent);
    else if (sent.type === 'Refused') this.#refused(sent);
  }

  #welcome(sent: wire.Welcome): void {
    this.status = 'open';
    this.#wait = FIRST_WAIT;
    this.skew = sent.now - Date.now();
    if (sent.seat !== this.seat || !this.shown) this.#forget();
    this.table = sent.table;
    this.mine = sent.mine;
    this.seat = sent.seat;
    this.fixed = sent.fixed;
    this.#heard(sent.said);
    this.#overheard(sent.remarks);
    this.by = sent.by;
    this.reports = sent.reports;
    if (sent.state && this.shown) this.#news(sent.lines, sent.state);
    else if (sent.state) this.#begin(sent.lines, sent.state);
    for (const asked of this.pending) this.#send(asked);
  }

  /** Begins with somebody's view: nothing of another's stays. */
  #forget(): void {
    clearTimeout(this.#showing);
    this.#queue = [];
    this.behind = 0;
    this.#last = 0;
    this.#free = 0;
    this.shown = this.#latest = this.hinted = this.moment = null;
    this.log = this.news = [];
  }

  #begin(lines: wire.Told[], state: wire.State): void {
    this.log = lines;
    this.news = lines.slice(-1);
    this.#last = state.number;
    this.shown = this.#latest = state;
  }

  #news(lines: wire.Told[], state: wire.State): void {
    const fresh = lines.filter((told) => told.number > this.#last);
    if (!this.shown) return this.#begin(lines, state);
    this.#latest = state;
    this.#last = Math.max(this.#last, state.number);
    if (!fresh.length && this.shown.number === state.number && !this.#queue.length) {
      this.shown = state;
      return undefined;
    }
    this.#queue.push(...this.#parted({ lines: fresh, state }));
    this.behind = this.#queue.length;
    if ((this.#queue.length > MANY || document.hidden) && !this.moment?.clicked) this.skip();
    else this.#next();
    return undefined;
  }

  /** Shows what is due, and sees to it that the next thing will be. */
  #next = (): void => {
    clearTimeout(this.#showing);
    const wait = this.#free - Date.now();
    if (this.#queue.length && wait <= 0) this.#show(this.#queue.shift()!);
    this.behind = this.#queue.length;
    if (this.#queue.length) this.#showing = setTimeout(this.#next, Math.max(0, this.#free - Date.now()));
  };

  /** A thing to be shown, or what happens before one's eyes first and then the rest of it. */
  #parted(event: Event): Event[] {
    const first = upToLast(event.lines, (told) => Boolean(this.hooks.happening?.(linesOf(told))));
    if (!first) return [event];
    const [lines, rest] = [event.lines.slice(0, first), event.lines.slice(first)];
    return [
      { ...event, lines, happening: true },
      { ...event, lines: rest },
    ];
  }

  #show(event: Event): void {
    this.log = [...this.log, ...event.lines];
    if (event.lines.length) this.news = event.lines;
    this.moment = event.happening ? this.#happening(event) : null;
    if (!this.moment) this.shown = event.state;
    this.#free = Date.now() + (this.moment?.long ?? this.hooks.hold?.(event.state) ?? 0);
  }

  #happening({ lines, state }: Event): Moment | null {
    const told = lines.flatMap(linesOf);
    const what = this.hooks.happening?.(told);
    return what ? { ...what, lines: told, view: whole(this.fixed, state.view) } : null;
  }

  #changed(table: wire.Table): void {
    const begun = this.table?.phase === 'open' && table.phase !== 'open';
    const others = JSON.stringify(table.seats.map((seat) => [seat.name, seat.taken]));
    const seated = JSON.stringify(this.table?.seats.map((seat) => [seat.name, seat.taken]));
    this.table = table;
    if (begun || others !== seated) this.#hello();
  }

  #heard(said: wire.Said[]): void {
    this.said = merged(this.said, said);
  }

  #overheard(remarks: wire.Remarked[]): void {
    this.remarks = merged(this.remarks, remarks);
  }

  #hint(sent: wire.Hinted): void {
    this.#answered(sent.id);
    this.hinted = sent;
  }

  #refused(sent: wire.Refused): void {
    this.#answered(sent.id);
    if (!this.#quiet.delete(sent.id)) this.refusal = sent;
    if (sent.state && this.#latest && sent.state.number >= this.#latest.number) this.#news([], sent.state);
  }

  #lost(socket: WebSocket, code: number): void {
    if (this.#closed || socket !== this.#socket) return;
    if (code === NOT_FOUND) {
      this.status = 'missing';
      return;
    }
    this.status = 'lost';
    this.stalled = false;
    this.#socket = null;
    this.#retry = setTimeout(() => this.connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #hurry = (): void => {
    if (this.status === 'lost' && !document.hidden) this.connect();
  };

  /** Asks whether the server hears when it has long been silent: a line may stall without being cut. */
  #listen = (): void => {
    const now = Date.now();
    const slept = now - this.#ticked > BEAT; // a page in the background, or a computer asleep, hears nothing
    this.#ticked = now;
    if (this.status !== 'open') return;
    if (slept || document.hidden) this.#heardAt = Math.max(this.#heardAt, now - BEAT);
    const silent = now - this.#heardAt;
    this.stalled = silent >= STALLED;
    if (silent >= GIVEN_UP) {
      const socket = this.#socket!;
      this.#lost(socket, 0);
      socket.close();
    } else if (silent >= BEAT && now - this.#asked >= BEAT && !document.hidden) {
      this.#asked = now;
      this.#send({ type: 'Ping' });
    }
  };
}
