// Which tables wait for oneself, wherever in the app one is: a socket says it whenever it changes.

import type * as wire from '../messages';
import { socketAddress } from './api';
import { kept } from './own.svelte';

const FIRST_WAIT = 1000; // milliseconds until the first new attempt to connect, ...
const LONGEST_WAIT = 60_000; // ... and until later ones
const BEAT = 60_000; // after which something is sent, so that a connection that is dead is found out

/** The tables that wait, as they were last told. */
export const waiting: { tables: wire.Waiting[] } = $state({ tables: [] });

/** Those that were not hidden in this browser. */
export function shownOf(tables: wire.Waiting[]): wire.Waiting[] {
  return tables.filter(({ code }) => !kept.hidden.includes(code));
}

/** Keeps them up to date; *news* is told of those that were not among them before. */
export class WaitsConnection {
  #known: Set<string> | null = null; // null until all tables have been looked at
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beating: ReturnType<typeof setInterval>;
  #wait = FIRST_WAIT;

  constructor(private readonly news: (fresh: wire.Waiting[]) => void) {
    this.#connect();
    this.#beating = setInterval(this.#beat, BEAT);
    document.addEventListener('visibilitychange', this.#beat);
    addEventListener('online', this.#beat);
  }

  close(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#beating);
    document.removeEventListener('visibilitychange', this.#beat);
    removeEventListener('online', this.#beat);
    if (this.#socket) this.#socket.onclose = null;
    this.#socket?.close();
  }

  #hear(said: wire.Waits): void {
    this.#wait = FIRST_WAIT;
    if (!said.complete && this.#known) return; // after a pause it is found out anew, one table after the other
    const known = this.#known;
    waiting.tables = said.tables;
    if (said.complete) this.#known = new Set(said.tables.map(({ code }) => code));
    const fresh = shownOf(said.tables).filter(({ code }) => known && !known.has(code));
    if (fresh.length) this.news(fresh);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(socketAddress('/me/socket'));
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data) as wire.Waits);
    socket.onclose = () => {
      this.#socket = null;
      this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    };
  }

  #beat = (): void => {
    if (!this.#socket) {
      if (!document.hidden) this.#connect();
    } else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send('');
  };
}
