// What games show, as the server writes it down in shapes.ts: views, and lines to be told by key.

import type { AnyView, Line, SeatArgument } from '../shapes';

/** A whole view, of the part that never changes and the rest: here the server is taken at its word. */
export function whole(fixed: Record<string, unknown>, rest: Record<string, unknown>): AnyView {
  return { ...fixed, ...rest } as unknown as AnyView;
}

/** The lines of something told. */
export function linesOf(told: { lines: Line[] }): Line[] {
  return told.lines;
}

/** The seat of which a line tells. */
export function seatIn({ args }: Line): number | undefined {
  return (args['seat'] as SeatArgument | undefined)?.seat;
}

/** A number that a line has as an argument. */
export function numberIn({ args }: Line, name: string): number {
  return Number(args[name]);
}

/** A line that another has as an argument. */
export function lineIn({ args }: Line, name: string): Line {
  return args[name] as Line;
}
