// The town of an edition on the sheet, what a card in hand can do, and duels as the log tells them.

import type { ChoiceOf } from '..';
import { lastThrow } from '../../lib/dice';
import type { Told } from '../../messages';
import { gap, type Point, type Size } from '../../lib/terrain';
import type { Teller } from '../../lib/texts.svelte';
import { lineIn, linesOf, numberIn, seatIn } from '../../lib/view';
import type { Line, SeatArgument } from '../../shapes';
import type { Card, Depth, Duel, Filon, Square, View } from './shapes';

/** Where the squares of a town lie on a sheet. */
export interface Sheet {
  points: Map<string, Point>;
  size: Size;
}

export interface Laid {
  seat: number;
  card: string;
  steps: number;
} // a pass has no card

/** What a square is called: by the landmark near it. */
export function placeOf({ map }: View, square: string, tell: Teller): string {
  return tell(map.squares.find((one) => one.name === square)!.place);
}

/** Where a prospector is, and what holds it back. */
export function whereabouts(view: View, seat: number, tell: Teller): string {
  const { square, depth, missing, ban } = view.prospectors[seat]!;
  const at = depth === null ? '' : `, ${tell(`board.at.${depth}`)}`;
  const held = [missing ? tell('board.told_missing') : '', ban ? tell('board.told_ban', { name: ban }) : ''];
  return [`${placeOf(view, square, tell)}${at}.`, ...held].filter(Boolean).join(' ');
}

export const CELL = 52;
export const COLOURS = ['Y', 'G', 'R', 'B'] as const;
export const INKS: Record<string, string> = { Y: '#e3bf4f', G: '#86a860', R: '#c4634b', B: '#5b86b3' };

/** The squares on the sheet, as the edition draws them: near or far, north stays where it is. */
export function layOut(squares: Square[]): Sheet {
  const placed = squares.map(({ name, at: [x, y] }) => ({ name, x, y }));
  const [left, top] = [Math.min(...placed.map((one) => one.x)), Math.min(...placed.map((one) => one.y))];
  const points = new Map(
    placed.map(({ name, x, y }) => [name, { x: (x - left + 0.5) * CELL, y: (y - top + 0.5) * CELL }]),
  );
  const farthest = (side: 'x' | 'y') => Math.max(...[...points.values()].map((at) => at[side]));
  return { points, size: { w: farthest('x') + CELL / 2, h: farthest('y') + CELL / 2 } };
}

/** A sheet made as wide or as high as its room is, with an edge, and the town in the middle. */
export function spread(sheet: Sheet, room: Size, edge: number): Sheet {
  const scale = Math.min(room.w / (sheet.size.w + 2 * edge), room.h / (sheet.size.h + 2 * edge));
  if (!(scale > 0)) return sheet;
  const size = { w: room.w / scale - 2 * edge, h: room.h / scale - 2 * edge };
  const [dx, dy] = [(size.w - sheet.size.w) / 2, (size.h - sheet.size.h) / 2];
  return { size, points: new Map([...sheet.points].map(([name, { x, y }]) => [name, { x: x + dx, y: y + dy }])) };
}

const CLEAR = 17; // from the middle of a road to a picture beside it
const HOUSE = 29; // and from that of a house

/** Where a box has room beside each mine, clear of roads, houses and one another; nowhere, if there is none. */
export function beside(view: View, sheet: Sheet, box: Size): Map<string, Point> {
  const free = clearings(view, sheet, box);
  const near = view.concessions.map(({ name }) => {
    const mine = sheet.points.get(name)!;
    const far = free.map((at) => ({ name, at, far: Math.hypot(at.x - mine.x, at.y - mine.y) }));
    return far.filter((one) => one.far < 4 * CELL).sort((one, other) => one.far - other.far);
  });
  let best: { signs: Map<string, Point>; cost: number } | null = null;
  for (const order of orders(near)) {
    const signs = new Map<string, Point>();
    let cost = 0;
    for (const places of order) {
      const found = places.find(({ at }) => [...signs.values()].every((other) => apart(at, other, box)));
      if (found) signs.set(found.name, found.at);
      cost += found?.far ?? 1000;
    }
    if (!best || cost < best.cost) best = { signs, cost };
  }
  return best?.signs ?? new Map();
}

/** All orders of some things. */
function orders<T>(all: T[]): T[][] {
  if (all.length < 2) return [all];
  return all.flatMap((first, n) => orders(all.filter((_, k) => k !== n)).map((rest) => [first, ...rest]));
}

function apart(one: Point, other: Point, box: Size): boolean {
  return Math.abs(one.x - other.x) >= box.w + 4 || Math.abs(one.y - other.y) >= box.h + 4;
}

/** The middles of boxes that lie clear of all that is drawn. */
function clearings(view: View, { points, size }: Sheet, box: Size): Point[] {
  const at = (name: string) => points.get(name)!;
  const grounds = [
    ...view.map.squares.map(({ name, kind }) => ({ point: at(name), clear: kind === 'road' ? CLEAR : HOUSE })),
    ...view.map.ways.flatMap(([one, other]) =>
      [0.25, 0.5, 0.75].map((part) => ({ point: between(at(one), at(other), part), clear: CLEAR })),
    ),
  ];
  const found: Point[] = [];
  for (let y = box.h / 2; y <= size.h - box.h / 2; y += 7)
    for (let x = box.w / 2; x <= size.w - box.w / 2; x += 7)
      if (grounds.every(({ point, clear }) => gap(point, { x, y }, box) >= clear)) found.push({ x, y });
  return found;
}

function between(one: Point, other: Point, part: number): Point {
  return { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part };
}

/** What can be done with a card in hand; to swap it for its like would change nothing. */
export function uses(card: string, choices: ChoiceOf<View>[], top: string | null = null): ChoiceOf<View>[] {
  return choices.filter(({ kind, args }) => args.card === card && !(kind === 'swap_top' && card === top));
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
    else if (line.key.startsWith('log.passes')) laid.push({ seat, card: '', steps: 0 });
  }
  return laid;
}

const OVER = ['log.wins', 'log.drawn', 'log.loots', 'log.loots_known'];

/** How a duel has ended, by the lines that tell it; nothing if it has not. */
export function ending(lines: Line[]): Line[] {
  const over = lines.some(({ key }) => OVER.includes(key));
  return over ? lines.filter(({ key }) => [...OVER, 'log.robs', 'log.robs_nothing', 'log.parted'].includes(key)) : [];
}

/** A duel at its end: the winner stands where the loser does. */
export function met(duel: Duel, loser: number): Duel {
  const square = duel.at[duel.seats.indexOf(loser)]!;
  return { ...duel, at: [square, square], gap: 0 };
}

/** A duel that is over: how, in words, and who has lost it. */
export interface Ended {
  duel: Duel;
  told: string;
  loser: number | null;
}

/** How a duel looks when lines have told its end. */
export function endOf(duel: Duel, lines: Line[], tell: Teller): Ended {
  const won = lines.find((line) => line.key !== 'log.drawn');
  const loser = won ? (won.args['rival'] as SeatArgument).seat : null;
  return {
    duel: loser === null ? duel : met(duel, loser),
    told: lines.map((line) => tell(line)).join(' '),
    loser,
  };
}

/** The squares from which trails lead to the mines, with the letters of these. */
export function forks({ map }: View): { at: string; mine: string }[] {
  return map.squares
    .filter(({ place }) => place.key === 'place.by_fork')
    .map(({ name, place }) => ({ at: name, mine: String(place.args['name']) }));
}

/** A place beside a square, as far from roads and pictures as there is, of those around it. */
export function clearest(at: Point, away: number, ground: Point[]): Point {
  const around = Array.from({ length: 8 }, (_, n) => ({
    x: at.x + away * Math.cos((n * Math.PI) / 4),
    y: at.y + away * Math.sin((n * Math.PI) / 4),
  }));
  const room = (one: Point) => Math.min(...ground.map((other) => Math.hypot(other.x - one.x, other.y - one.y)));
  return around.reduce((best, one) => (room(one) > room(best) + 0.01 ? one : best));
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
  return { shows, steps, kind: card, name: shows ? levels(shows, tell, 'name.levels') : tell(`name.${card}`) };
}

/** The levels that a card shows, by their numbers: those in a row by the first and the last. */
export function levels(shows: string, tell: Teller, key = 'card.levels'): string {
  const all = [...shows].map((letter) => COLOURS.indexOf(letter as (typeof COLOURS)[number]) + 1);
  const row = all.at(-1)! - all[0]! === all.length - 1;
  const said = all.length === 1 ? `${all[0]}` : row ? `${all[0]}–${all.at(-1)}` : all.join(', ');
  return tell(key, { n: all.length, levels: said });
}

/** What a digger found, as it is shown for a moment. */
export interface Find {
  letter: string; // of its level
  kind: 'gold' | 'pyrite' | 'cave_in' | 'abandon';
  grams: number;
}

const FINDS = ['log.finds', 'log.cave_in', 'log.abandon'];

/** Why digging has stopped, by the lines that tell it: a cave-in, or a mine that must be abandoned. */
export const disaster = (lines: Line[]): Line | null =>
  lines.filter(({ key }) => key === 'log.cave_in' || key === 'log.abandon').at(-1) ?? null;

/** What somebody has just found, by the lines that tell it to that seat; others know of disasters alone. */
export function findIn(lines: Line[], seat: number | null): Find | null {
  const line = lines.filter((one) => FINDS.includes(one.key) && seatIn(one) === seat).at(-1);
  if (!line) return null;
  const letter = COLOURS[Number(lineIn(line, 'level').key.replace('depth.', '')) - 1]!;
  if (line.key !== 'log.finds') return { letter, kind: line.key === 'log.abandon' ? 'abandon' : 'cave_in', grams: 0 };
  const ore = lineIn(line, 'ore');
  return ore.key === 'ore.gold'
    ? { letter, kind: 'gold', grams: numberIn(ore, 'grams') }
    : { letter, kind: 'pyrite', grams: 0 };
}
