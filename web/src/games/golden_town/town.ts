// The town of an edition on the sheet, what a card in hand can do, and duels as the log tells them.

import type { ChoiceOf } from '..';
import { lastThrow } from '../../lib/dice';
import type { Told } from '../../messages';
import type { Point, Size } from '../../lib/terrain';
import type { Teller } from '../../lib/texts.svelte';
import { lineIn, linesOf, numberIn, seatIn } from '../../lib/view';
import type { Line } from '../../shapes';
import type { Card, Depth, Duel, Filon, Square, View } from './shapes';

export interface Laid {
  seat: number;
  card: string;
  steps: number;
} // a pass has no card

/** A square by its name in the language chosen; roads are called by what stands on the map. */
export function named(square: Square, tell: Teller): string {
  if (square.kind === 'concession') return tell('board.concession', { name: square.name });
  return square.kind === 'road' ? square.name : tell(`board.${square.kind}`);
}

/** Where a prospector stands, by name. */
export function placeOf({ map, prospectors }: View, seat: number, tell: Teller): string {
  return named(
    map.squares.find((square) => square.name === prospectors[seat]!.square)!,
    tell,
  );
}

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
export function uses(card: string, choices: ChoiceOf<View>[]): ChoiceOf<View>[] {
  return choices.filter(({ args }) => args.card === card);
}

/** A card of the deck by its name. */
export function cardOf(view: View, name: string): Card {
  return view.deck.find((one) => one.card === name) ?? { card: name, shows: '', steps: 0 };
}

/** The name of a card from the line that tells of it. */
function namedIn({ key, args }: Line): string {
  return key === 'card.level' ? String(args['name']) : key.replace('card.', '');
}

/** The cards of the last duel, in the order in which they were laid. */
export function laidInTurn(log: Told[]): Laid[] {
  let laid: Laid[] = [];
  for (const line of log.flatMap(linesOf)) {
    const seat = seatIn(line)!;
    if (line.key === 'log.challenges') laid = [];
    else if (line.key === 'log.lays' || line.key === 'log.stands')
      laid.push({ seat, card: namedIn(lineIn(line, 'card')), steps: numberIn(line, 'n') });
    else if (line.key === 'log.passes') laid.push({ seat, card: '', steps: 0 });
  }
  return laid;
}

const OVER = ['log.wins', 'log.drawn', 'log.loots', 'log.loots_known'];

/** How a duel has ended, by the lines that tell it; nothing if it has not. */
export function ending(lines: Line[]): Line[] {
  const over = lines.some(({ key }) => OVER.includes(key));
  return over ? lines.filter(({ key }) => [...OVER, 'log.robs', 'log.robs_nothing'].includes(key)) : [];
}

/** A duel at its end: the winner stands where the loser does. */
export function met(duel: Duel, loser: number): Duel {
  const square = duel.at[duel.seats.indexOf(loser)]!;
  return { ...duel, at: [square, square], gap: 0 };
}

/** The last throw of a die, and the number of the line that tells it. */
export const thrown = (log: Told[]) => lastThrow(log, (key) => key === 'log.rolls', 'n');

/** A depth as a number: the entrance is 0, the exit one more than the levels. */
export function depthOf(depth: Depth | null, levels: number): number {
  if (typeof depth === 'number') return depth;
  return depth === 'exit' ? levels + 1 : 0;
}

/** Which action on a mine means a level of it: a lift with its card rather than with a joker. */
export function liftTo(level: number, choices: ChoiceOf<View>[]): ChoiceOf<View> | undefined {
  const there = choices.filter(({ args }) => args.level === level);
  return there.find(({ kind }) => kind === 'lift') ?? there[0];
}

/** Filons by level: how many there are of each. */
export function byLevel(filons: Filon[]): number[] {
  return COLOURS.map((_, n) => filons.filter((one) => one.level === n + 1).length);
}

/** How a card is drawn. */
export function face(
  card: string,
  view: View,
  tell: Teller,
): { shows: string; steps: number; kind: string; name: string } {
  const { shows, steps } = cardOf(view, card);
  return { shows, steps, kind: card, name: shows ? '' : tell(`name.${card}`) };
}
