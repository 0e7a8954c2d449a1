// How long a boat takes: its pips are laid along the river, then it goes, then what comes of it is seen.

import { pace } from '../../lib/settings.svelte';
import { stride } from '../../lib/travel.svelte';

const LAID = { least: 250, most: 600 }; // milliseconds

/** Milliseconds for which pips lie on the river before a boat goes. */
export function laid(): number {
  return Math.min(Math.max(0.4 * pace(), LAID.least), LAID.most);
}

/** Milliseconds that a boat is under way through so many squares, the first and the last included. */
export function sailed(squares: number): number {
  return (squares - 1) * stride(squares - 1, pace());
}
