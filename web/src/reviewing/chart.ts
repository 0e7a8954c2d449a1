// The chances of all seats over a match, as lines: where everything lies, and what a touch means.

import { WIN, type Level } from '../review';

/** How large the chart is. */
export interface Room {
  width: number;
  height: number;
}

/** What is known of the chances before a step. */
export interface Known {
  chances: number[];
  errors: number[];
}

/** A seat's line, and how far off it may be: one standard error. */
export interface Curve {
  line: string;
  band: string;
  end: number; // how high it ends
}

export const EDGE = { left: 34, right: 32, top: 26, bottom: 20 };

/** What is known as who sees everything, or as who looks on could. */
export function known(level: Level, watching: boolean): Known {
  const { chances, errors, table, table_errors } = level;
  return watching && table && table_errors ? { chances: table, errors: table_errors } : { chances, errors };
}

/** Where a step lies, of so many. */
export function across(step: number, steps: number, { width }: Room): number {
  return EDGE.left + ((width - EDGE.left - EDGE.right) * step) / Math.max(steps, 1);
}

/** Where a chance lies, in parts of a win; what is beyond 0 and 1 is not drawn. */
export function upTo(parts: number, { height }: Room): number {
  const share = Math.min(Math.max(parts / WIN, 0), 1);
  return EDGE.top + (height - EDGE.top - EDGE.bottom) * (1 - share);
}

/** A seat's line over all steps. */
export function curve(levels: Known[], seat: number, room: Room): Curve {
  const at = (step: number, parts: number) =>
    `${across(step, levels.length - 1, room).toFixed(1)} ${upTo(parts, room).toFixed(1)}`;
  const high = levels.map((one, n) => at(n, one.chances[seat]! + one.errors[seat]!));
  const low = levels.map((one, n) => at(n, one.chances[seat]! - one.errors[seat]!));
  return {
    line: `M${levels.map((one, n) => at(n, one.chances[seat]!)).join('L')}`,
    band: `M${[...high, ...low.reverse()].join('L')}Z`,
    end: upTo(levels.at(-1)!.chances[seat]!, room),
  };
}

/** The last level of each frame of the replay, by its number: what is known when that is shown. */
export function levelsOf(levels: Level[]): number[] {
  const found: number[] = [];
  levels.forEach(({ frame }, n) => (found[frame] = n));
  return found;
}

/** The frame whose level lies nearest to a place. */
export function frameAt(x: number, shown: number[], steps: number, room: Room): number {
  const away = (frame: number) => Math.abs(across(shown[frame]!, steps, room) - x);
  return [...shown.keys()].reduce((best, frame) => (away(frame) < away(best) ? frame : best), 0);
}

/** Places at least so far apart, each as near as can be to where it is wanted. */
export function apart(wanted: number[], gap: number, least: number, most: number): number[] {
  const order = [...wanted.keys()].sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const found = [...wanted];
  order.forEach((one, n) => {
    const free = n ? found[order[n - 1]!]! + gap : least;
    found[one] = Math.max(found[one]!, free);
  });
  let free = most;
  for (const one of order.reverse()) {
    found[one] = Math.min(found[one]!, free);
    free = found[one]! - gap;
  }
  return found;
}

const STRIDES = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500];
const TICK = 48; // pixels that a turn's number wants

/** Turns that are named below the chart: each where it begins. */
export function ticks(levels: Level[], room: Room): { turn: number; x: number }[] {
  const last = levels.at(-1)!.turn;
  const fit = Math.max((room.width - EDGE.left - EDGE.right) / TICK, 1);
  const stride = STRIDES.find((one) => last / one <= fit) ?? 1000;
  const begins = new Map<number, number>();
  levels.forEach(({ turn }, n) => begins.has(turn) || begins.set(turn, n));
  return [...begins]
    .filter(([turn]) => turn === 1 || turn % stride === 0)
    .filter(([turn]) => turn === 1 || turn > stride / 2)
    .map(([turn, n]) => ({ turn, x: across(n, levels.length - 1, room) }));
}

/** Where a key leads from a frame. */
export function stepped(key: string, at: number, last: number): number | null {
  const ways: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    PageUp: at + 10,
    PageDown: at - 10,
    Home: 0,
    End: last,
  };
  const to = ways[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), last);
}
