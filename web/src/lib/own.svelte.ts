// One's own tables, asked for again and again, without those that were hidden in this browser.

import type { OwnTable } from '../messages';
import { api } from './api';

const KEPT = 'goldrush-hidden';
const MOST = 500; // hidden tables that are remembered
const SOON = 2000; // milliseconds until it is asked again as long as it is not known everywhere whose turn it is, ...
const LATER = 30_000; // ... and when it is

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((code) => typeof code === 'string') : [];
  } catch {
    return []; // nothing is kept here, or not by us
  }
}

/** The codes of tables that were hidden in this browser. */
export const kept = $state({ hidden: read() });

/** Whether a table waits for oneself: for a decision, or to sit down again. */
export function waits({ phase, seats, mine, turn }: OwnTable): boolean {
  if (phase === 'open') return mine.some((seat) => !seats[seat]?.taken);
  return turn !== null && mine.includes(turn) && !seats[turn]?.persona;
}

/** One's own tables that are not over, in the server's order: those that wait for oneself first. */
export class OwnTables {
  #all: OwnTable[] = $state.raw([]);
  readonly tables = $derived(this.#all.filter(({ code }) => !kept.hidden.includes(code)));
  readonly hidden = $derived(this.#all.filter(({ code }) => kept.hidden.includes(code)));
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor() {
    kept.hidden = read(); // another page may have hidden some
    void this.#ask();
  }

  /** Asks at once: something is known to have changed. */
  refresh(): void {
    clearTimeout(this.#timer);
    void this.#ask();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Hides a table in this browser. */
  hide(code: string): void {
    this.#keep([...kept.hidden, code].slice(-MOST));
  }

  /** Shows a table again. */
  show(code: string): void {
    this.#keep(kept.hidden.filter((one) => one !== code));
  }

  /** Shows the tables as they are after something was done to them. */
  after(work: Promise<{ tables: OwnTable[] }>): void {
    void work.then(
      ({ tables }) => (this.#all = tables),
      () => undefined, // they are asked for again
    );
  }

  #keep(codes: string[]): void {
    kept.hidden = codes;
    try {
      localStorage.setItem(KEPT, JSON.stringify(codes));
    } catch {
      // a browser that keeps nothing hides it for now
    }
  }

  async #ask(): Promise<void> {
    if (document.visibilityState !== 'hidden')
      await api.me().then(
        ({ tables }) => (this.#all = tables),
        () => undefined, // it is asked again
      );
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const unknown = this.#all.some(({ phase, turn }) => phase === 'playing' && turn === null);
    this.#timer = setTimeout(() => void this.#ask(), unknown ? SOON : LATER);
  }
}
