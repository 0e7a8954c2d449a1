// The town of an edition on the sheet, what a card in hand can do, and duels as the log tells them.

import type { Choice } from '..';
import type { Told } from '../../messages';
import type { Point, Size } from '../../lib/terrain';
import type { Teller } from '../../lib/texts.svelte';
import { linesOf, type Line } from '../../lib/view';

export interface Square {
  name: string;
  kind: string;
  at: [number, number];
}
export interface TownMap {
  squares: Square[];
  ways: [string, string][];
}
export interface Prospecting {
  seat: number;
  depth: string | number;
}
export interface Mine {
  name: string;
  opened: boolean;
  left: number[];
  size: number[];
  holder: number | null;
  there: Prospecting[];
}
export interface Prospector {
  square: string;
  depth: string | number | null;
  missing: boolean;
  ban: string | null;
}
export interface Held {
  card: string;
  shows: string;
  steps: number;
}
export interface Filon {
  number: number;
  level: number;
  grams: number | null;
}
export interface Player {
  cart: number;
  banked: number;
  cards: number;
  hand: Held[] | null;
  known: string[];
  filons: Filon[];
  ore: number | null;
}
export interface Duel {
  seats: [number, number];
  squares: number;
  gap: number;
  at: [number, number];
  laid: [string[], string[]];
  mover: number | null;
  loot: number;
}
export interface Laid {
  seat: number;
  card: string;
  steps: number;
} // a pass has no card

export const CELL = 52;
export const COLOURS = ['Y', 'G', 'R', 'B'] as const;
export const INKS: Record<string, string> = { Y: '#e3bf4f', G: '#86a860', R: '#c4634b', B: '#5b86b3' };

/** Whether a town is turned by a quarter so that it stands upright. */
export function lies(squares: Square[]): boolean {
  const span = (side: 0 | 1) =>
    Math.max(...squares.map((one) => one.at[side])) - Math.min(...squares.map((one) => one.at[side]));
  return span(0) > span(1);
}

/** The squares on the sheet, as the edition draws them or turned by a quarter. */
export function layOut(squares: Square[], turned: boolean): { points: Map<string, Point>; size: Size } {
  const placed = squares.map(({ name, at: [x, y] }) => ({ name, x: turned ? y : x, y: turned ? x : y }));
  const [left, top] = [Math.min(...placed.map((one) => one.x)), Math.min(...placed.map((one) => one.y))];
  const points = new Map(
    placed.map(({ name, x, y }) => [name, { x: (x - left + 0.5) * CELL, y: (y - top + 0.5) * CELL }]),
  );
  const farthest = (side: 'x' | 'y') => Math.max(...[...points.values()].map((at) => at[side]));
  return { points, size: { w: farthest('x') + CELL / 2, h: farthest('y') + CELL / 2 } };
}

/** What can be done with a card in hand. */
export function uses(card: string, choices: Choice[]): Choice[] {
  const forms: Record<string, RegExp> = { joker: /^(\+joker\d|joker-(mine|prop|lift\d))$/, lift: /^lift\d$/ };
  return choices.filter(
    ({ text }) => text === card || text === `+${card}` || text.startsWith(`${card}>`) || forms[card]?.test(text),
  );
}

/** A card as a view writes it, such as YG-2, from the line that names it. */
function cardOf(line: Line): string {
  return line.key === 'card.level' ? line.args['name'] : line.key.replace('card.', '');
}

/** The cards of the last duel, in the order in which they were laid. */
export function laidInTurn(log: Told[]): Laid[] {
  let laid: Laid[] = [];
  for (const { key, args } of log.flatMap(linesOf)) {
    const seat: number = args['seat']?.seat;
    if (key === 'log.challenges') laid = [];
    else if (key === 'log.lays' || key === 'log.stands')
      laid.push({ seat, card: cardOf(args['card']), steps: args['n'] });
    else if (key === 'log.passes') laid.push({ seat, card: '', steps: 0 });
  }
  return laid;
}

/** How a duel has ended, by the lines that tell it; nothing if it has not. */
export function ending(lines: Line[]): Line[] {
  const told = lines.filter(({ key }) => /^log\.(wins|robs|robs_nothing|loots|loots_known|drawn)$/.test(key));
  return lines.some(({ key }) => /^log\.(wins|drawn|loots|loots_known)$/.test(key)) ? told : [];
}

/** A duel at its end: the winner stands where the loser does. */
export function met(duel: Duel, loser: number): Duel {
  const square = duel.at[duel.seats.indexOf(loser)]!;
  return { ...duel, at: [square, square], gap: 0 };
}

/** The last throw of a die, and the number of the line that tells it. */
export function lastThrow(log: Told[]): { pips: number; number: number } | null {
  for (let n = log.length - 1; n >= 0; n--) {
    const line = linesOf(log[n]!).find((one) => one.key === 'log.rolls');
    if (line) return { pips: line.args['n'], number: log[n]!.number };
  }
  return null;
}

/** A depth as a number: the entrance is 0, the exit one more than the levels. */
export function depthOf(depth: string | number | null, levels: number): number {
  if (typeof depth === 'number') return depth;
  return depth === 'exit' ? levels + 1 : 0;
}

/** Which action on a mine means a level of it: a lift with its card rather than with a joker. */
export function liftTo(level: number, choices: Choice[]): Choice | undefined {
  return (
    choices.find(({ text }) => text === `lift${level}`) ?? choices.find(({ text }) => text === `joker-lift${level}`)
  );
}

/** Filons by level: how many there are of each. */
export function byLevel(filons: Filon[]): number[] {
  return COLOURS.map((_, n) => filons.filter((one) => one.level === n + 1).length);
}

/** How a card that lies open is drawn, from its name. */
export function face(card: string, tell: Teller): { shows: string; steps: number; kind: string; name: string } {
  const [shows = '', steps] = card.split('-');
  if (steps !== undefined) return { shows, steps: Number(steps), kind: card, name: '' };
  return { shows: '', steps: 0, kind: card, name: tell(`name.${card}`) };
}
