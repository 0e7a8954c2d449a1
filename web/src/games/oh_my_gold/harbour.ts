// The harbour on the sheet, and chests that are opened before one's eyes.

import type { Moment } from '../../lib/moment';
import type { Teller } from '../../lib/texts.svelte';
import { lineIn, linesOf, numberIn, seatIn } from '../../lib/view';
import type { Told } from '../../messages';
import type { Line } from '../../shapes';
import type { View } from './shapes';

/** What a treasure is worth; fish bones nothing. */
export interface Loot {
  coins?: number;
  diamonds?: number;
}
export interface Spot {
  x: number;
  y: number;
  s: number; // how large a thing is drawn there
}

/** A chest as it is opened: what it holds, and the way of that to a boat. */
export interface Opened {
  slot: number;
  treasure: Loot;
  from: Spot;
  large: Spot;
  to: Spot;
}

export type Harbour = ReturnType<typeof layOut>;

/** Where things are in the harbour: upright on a phone, or wide; when it is over, boats have the room of the dice. */
export function layOut(narrow: boolean, boats: number, over = false) {
  const size = narrow ? { w: 400, h: 420 + (Math.ceil(boats / 2) - 1) * 126 } : { w: 900, h: 590 };
  const chest = narrow ? { x: 62, y: 86, step: 92, s: 0.72 } : { x: 190, y: 150, step: 150, s: 1.12 };
  const die = narrow ? { x: 92, y: 184, step: 72, s: 0.86 } : { x: 92, y: 282, step: 96, s: 1.12 };
  const tray = { x: die.x - 44 * die.s, y: die.y - 42 * die.s, width: 3 * die.step + 88 * die.s, height: 86 * die.s };
  const wide = Math.min(size.w / boats, 320); // what a boat has room for
  const first = over ? { y: 262, step: 154 } : { y: 308, step: 126 }; // of the rows of boats on a phone
  const boat = (seat: number): Spot & { w: number } =>
    narrow
      ? { x: (seat % 2) * 200 + 100, y: first.y + Math.floor(seat / 2) * first.step, w: 215, s: 0.9 }
      : { x: size.w / 2 + (seat - (boats - 1) / 2) * wide, y: 430, w: wide, s: 1 };
  // Why dice lie idle.
  const reasons = narrow ? { x: 40, y: 233, step: 15, wide: 345 } : { x: 480, y: 256, step: 24, wide: 400 };
  return { ...size, narrow, chest, die, tray, reasons, boat, quay: narrow ? 142 : 215 };
}

/** Where the n-th of so many treasures lies before a boat, seen from there. */
export function ashoreAt({ narrow, boat }: Harbour, seat: number, n: number, all: number): { x: number; y: number } {
  const per = narrow ? 3 : Math.max(3, Math.floor(boat(seat).w / 62));
  const high = Math.floor(n / per);
  return { x: ((n % per) - (Math.min(all - high * per, per) - 1) / 2) * 60, y: 36 - high * 42 };
}

/** A treasure that a line tells of. */
export function lootOf(line: Line): Loot {
  if (line.key === 'treasure.both') return { ...lootOf(lineIn(line, 'coins')), ...lootOf(lineIn(line, 'diamonds')) };
  if (line.key === 'treasure.bones') return {};
  return { [line.key === 'treasure.coins' ? 'coins' : 'diamonds']: numberIn(line, 'n') };
}

/** Whether two treasures are the same. */
export function same(one: Loot, other: Loot): boolean {
  return (one.coins ?? 0) === (other.coins ?? 0) && (one.diamonds ?? 0) === (other.diamonds ?? 0);
}

/** What a seat has loaded and stolen, as the log tells; nothing if it does not tell of all that is aboard. */
export function aboard(log: Told[], seat: number, cards: number): Required<Loot> | null {
  const own = { coins: 0, diamonds: 0 };
  let told = 0;
  for (const line of log.flatMap(linesOf)) {
    if (!LOADED.includes(line.key) || seatIn(line) !== seat) continue;
    const loot = lootOf(lineIn(line, 'treasure'));
    const bones = !loot.coins && !loot.diamonds;
    if (line.key === 'log.opens' && !bones) continue; // it lies before the boat
    own.coins += loot.coins ?? 0;
    own.diamonds += loot.diamonds ?? 0;
    told += 1;
  }
  return told === cards ? own : null;
}

const LOADED = ['log.loads', 'log.steals', 'log.opens'];

/** The treasure that lies ashore under a name. */
export function treasureOf(view: View, name: string): Loot {
  return view.treasures.find((one) => one.name === name) ?? {};
}

/** Faces that nothing can be done with now, with the reason; faces with the same one stand together. */
export function idleFaces({ idle }: View, tell: Teller): { faces: string[]; why: string }[] {
  const found = new Map<string, string[]>();
  for (const [face, why] of Object.entries(idle)) found.set(tell(why), [...(found.get(tell(why)) ?? []), face]);
  return [...found].map(([why, faces]) => ({ why, faces }));
}

/** The slots whose chests are opened: all that wait, or the one that is empty afterwards. */
function slotsOf(before: View, after: View): number[] {
  if (before.keyed.length) return before.keyed;
  return [...before.row.keys()].filter((slot) => before.row[slot] && !after.row[slot]);
}

/** The chests that are opened in a moment, from the left, with their ways; none if it is another one. */
export function openings(view: View, moment: Moment<View> | null, harbour: Harbour): Opened[] {
  const opens = moment?.lines.filter((line) => line.key === 'log.opens') ?? [];
  const slots = opens.length ? slotsOf(view, moment!.view) : [];
  if (slots.length !== opens.length || opens.some((line, n) => numberIn(line, 'n') !== view.row[slots[n]!])) return [];
  const seat = opens[0] ? seatIn(opens[0])! : 0;
  const ashore = moment?.view.boats[seat]?.ashore ?? [];
  const taken = new Set<number>();
  return slots.map((slot, n) => {
    const treasure = lootOf(lineIn(opens[n]!, 'treasure'));
    const place = ashore.findIndex((what, k) => same(treasureOf(view, what), treasure) && !taken.has(k));
    taken.add(place);
    return {
      slot,
      treasure,
      from: chestAt(harbour, slot),
      large: largeAt(harbour, n, slots.length),
      to: landing(harbour, seat, place, ashore.length),
    };
  });
}

export function chestAt({ chest }: Harbour, slot: number): Spot {
  return { x: chest.x + slot * chest.step, y: chest.y, s: chest.s };
}

/** Where a treasure is looked at: in the middle, side by side with the others. */
function largeAt({ w, die, narrow }: Harbour, n: number, all: number): Spot {
  return { x: w / 2 + (n - (all - 1) / 2) * (narrow ? 128 : 230), y: die.y + (narrow ? 6 : 12), s: narrow ? 2.1 : 3.4 };
}

/** Before the boat; or under it, where fish bones go. */
function landing(harbour: Harbour, seat: number, place: number, all: number): Spot {
  const boat = harbour.boat(seat);
  const at = place < 0 ? { x: boat.w * 0.27, y: 91 } : ashoreAt(harbour, seat, place, all);
  return { x: boat.x + boat.s * at.x, y: boat.y + boat.s * at.y, s: place < 0 ? 0.4 : boat.s };
}
