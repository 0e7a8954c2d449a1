// What happens before one's eyes: it is seen on the table as it was, before the next view is.

import type { AnyView, Line } from '../shapes';

/** How long something takes to happen, and what is said above the table meanwhile. */
export interface Happening {
  long: number; // milliseconds
  prompt: Line;
  clicked?: boolean; // whether it lasts until somebody goes on
  counted?: boolean; // whether the figures beside the board are already those it leads to
}

export interface Moment<V extends AnyView = AnyView> extends Happening {
  lines: Line[]; // that tell it
  view: V; // to which it leads
}

/** How many things there are up to the last one that is so. */
export function upToLast<T>(things: T[], so: (thing: T) => boolean): number {
  return things.reduce((found, thing, n) => (so(thing) ? n + 1 : found), 0);
}
