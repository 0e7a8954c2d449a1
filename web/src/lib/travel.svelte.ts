// Things that travel over a board square by square, the way the log tells.

import type { Told } from '../messages';
import { moves, pace } from './settings.svelte';
import type { Line } from '../shapes';
import { linesOf, seatIn } from './view';

const QUICKEST = 60; // milliseconds a square
const SLOWEST = 280;

/** The lines told after one with a number. */
export function newer(log: Told[], after: number): Line[] {
  return log.filter((told) => told.number > after).flatMap(linesOf);
}

/** The squares each seat has gone through, from first to last, by the lines that have a path. */
export function journeys(lines: Line[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const line of lines) {
    const [seat, path] = [seatIn(line), line.args['path'] as string[] | undefined];
    if (seat === undefined || !Array.isArray(path)) continue;
    const before = found.get(seat) ?? [];
    found.set(seat, [...before, ...(before.at(-1) === path[0] ? path.slice(1) : path)]);
  }
  return found;
}

/** How long one square takes, so that a journey is over before the next thing is shown. */
export function stride(squares: number, room: number): number {
  return Math.min(Math.max((0.85 * room) / squares, QUICKEST), SLOWEST);
}

/** Who is under way, and on which square now. */
export class Travel {
  at: Record<number, string> = $state({});
  stride = $state(SLOWEST);

  /** Somebody who is under way, to be followed. */
  get first(): number | null {
    const [seat] = Object.keys(this.at);
    return seat === undefined ? null : Number(seat);
  }

  #last = -1; // number of the last line followed; -1 before the first look
  #timers: Record<number, ReturnType<typeof setTimeout>> = {};

  /** Sets those under way of whom new lines tell; returns the new lines. */
  follow(log: Told[]): Line[] {
    const last = log.at(-1)?.number ?? 0;
    const lines = this.#last >= 0 && last > this.#last ? newer(log, this.#last) : [];
    if (last < this.#last) this.stop();
    this.#last = last;
    if (moves()) for (const [seat, path] of journeys(lines)) this.#go(seat, path);
    return lines;
  }

  /** Everybody is where the view says. */
  stop(): void {
    Object.values(this.#timers).forEach(clearTimeout);
    this.at = {};
  }

  #go(seat: number, path: string[]): void {
    clearTimeout(this.#timers[seat]);
    delete this.at[seat];
    if (path.length < 3) return; // one square: it slides there by itself
    this.stride = stride(path.length - 1, pace());
    this.#step(seat, path, 1);
  }

  #step(seat: number, path: string[], n: number): void {
    if (n + 1 >= path.length) {
      delete this.at[seat];
      return;
    }
    this.at[seat] = path[n]!;
    this.#timers[seat] = setTimeout(() => this.#step(seat, path, n + 1), this.stride);
  }
}
