// What has happened since one's own last turn began: a few words for oneself first, then for each rival.

import type { Told } from '../messages';
import type { AnyView, Line } from '../shapes';
import type { Teller } from './texts.svelte';
import { linesOf, seatIn } from './view';

/** What befell a seat, in a few words; what was won or lost has a sign. */
export interface Effect {
  seat: number;
  text: string;
  sign?: number; // 1 for a gain, -1 for a loss
}

/** What effects are told from, beside the lines. */
export interface Eyes<V extends AnyView = AnyView> {
  view: V;
  before: V | null; // the view of the first decision of one's last turn, if this page has seen it
  seat: number | null; // whose view it is
  tell: Teller;
}

/** All that befell one seat. */
export interface Recap {
  seat: number;
  effects: Omit<Effect, 'seat'>[];
}

/** Effects by seat: one's own first, then the others' in the order of what they did. */
export function bySeat(effects: Effect[], own: number | null): Recap[] {
  const seats = new Map<number, Recap>();
  for (const { seat, ...effect } of effects) {
    const recap = seats.get(seat) ?? { seat, effects: [] };
    seats.set(seat, recap);
    if (effect.text && !recap.effects.some(({ text }) => text === effect.text)) recap.effects.push(effect);
  }
  return [...seats.values()].sort((a, b) => Number(b.seat === own) - Number(a.seat === own));
}

/** The seat of which a step is told. */
const of = (told: Told) =>
  linesOf(told)
    .map(seatIn)
    .find((seat) => seat !== undefined);

/** After which line one's last turn began, where nobody has kept it: the others' since then, and it. */
export function lastTurn(log: Told[], seat: number): number {
  let n = log.length;
  while (n > 0 && of(log[n - 1]!) === seat) n--; // what is drawn before one's decision
  while (n > 0 && of(log[n - 1]!) !== seat) n--;
  while (n > 0 && of(log[n - 1]!) === seat) n--;
  return n > 0 ? log[n - 1]!.number : 0;
}

interface Kept {
  number: number; // of the last line before one's decision
  view: AnyView | null;
}

/** Whether others have done something after a line. */
const others = (log: Told[], number: number, seat: number) =>
  log.some((told) => told.number > number && (of(told) ?? seat) !== seat);

/** Where one's own seats began their last turns: their first decisions after others had done something.
    It is kept for as long as the tab. */
export class Since {
  #kept = new Map<number, Kept>();
  #next = new Map<number, Kept>(); // of a turn after which the others have not done anything yet

  constructor(private readonly code: string) {}

  /** Somebody decides, who has seen these lines and this view. */
  decide(seat: number, log: Told[], view: AnyView | null): void {
    const begun = this.#next.get(seat) ?? this.#from(seat);
    if (!begun || others(log, begun.number, seat)) this.#next.set(seat, { number: log.at(-1)?.number ?? 0, view });
    if (!this.#from(seat)) this.#go(seat);
  }

  /** The lines since then, but for so many that are just happening, and the view that was seen.
      What the others have done stays until one's turn is over. */
  of(seat: number, log: Told[], happening = 0): { lines: Line[]; before: AnyView | null } {
    const next = this.#next.get(seat);
    if (next && others(log, next.number, seat)) this.#go(seat);
    const { number, view } = this.#from(seat) ?? { number: lastTurn(log, seat), view: null };
    const lines = log.filter((told) => told.number > number).flatMap(linesOf);
    return { lines: lines.slice(0, lines.length - happening), before: view };
  }

  #go(seat: number): void {
    const next = this.#next.get(seat)!;
    this.#kept.set(seat, next);
    this.#next.delete(seat);
    try {
      sessionStorage.setItem(this.#name(seat), String(next.number));
    } catch {
      // a browser that keeps nothing reckons it from the log
    }
  }
  #from(seat: number): Kept | null {
    const kept = this.#kept.get(seat);
    if (kept) return kept;
    const found = this.#stored(seat);
    return found === null ? null : { number: Number(found), view: null };
  }
  #stored(seat: number): string | null {
    try {
      return sessionStorage.getItem(this.#name(seat));
    } catch {
      return null;
    }
  }
  #name(seat: number): string {
    return `goldrush.since.${this.code}.${seat}`;
  }
}
