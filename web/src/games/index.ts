// The games as the app knows them: how each is drawn and worded; what may be done, the server says.

import type { Component } from 'svelte';
import type { Happening, Moment } from '../lib/moment';
import { GAMES as LISTED } from '../catalogue';
import { linesOf, numberIn, seatIn } from '../lib/view';
import type { Sound } from '../lib/sound';
import { teller, type Teller } from '../lib/texts.svelte';
import type { Told } from '../messages';
import type { AnyChoice, AnyView, Line } from '../shapes';

/** An action that can be played now, and whether it is suggested. */
export type Choice<C extends AnyChoice = AnyChoice> = C & { advised?: boolean };

/** An action of the game whose views these are. */
export type ChoiceOf<V extends AnyView> = Choice<V['legal'][number]>;

export interface BoardProps<V extends AnyView = AnyView> {
  view: V;
  names: string[];
  tell: Teller;
  choices: ChoiceOf<V>[]; // none while others act
  act: (action: number) => void;
  log?: Told[]; // what has been told, for boards that show the way things went
  moment?: Moment<V> | null; // what is happening on the table just now
}

/** A figure that stands beside a seat. */
export interface Figure {
  label: string;
  value: string | number;
}

/** One of the ways in which points came, by seat. */
export interface Account {
  label: string;
  values: number[];
}

export interface GameParts<V extends AnyView = AnyView> {
  Board: Component<BoardProps<V>>;
  wording: (choice: ChoiceOf<V>, view: V, tell: Teller) => string;
  standing: (view: V, seat: number, tell: Teller) => Figure[];
  sounds: Record<string, Sound>; // by line of the log
  offBoard?: (choice: ChoiceOf<V>) => boolean; // what the board does not offer: it is never folded away
  telling?: (tell: Teller) => Teller; // where a screen tells lines otherwise
  accounts?: (lines: Line[], view: V, tell: Teller) => Account[]; // from all that has happened
  begin?: (view: V) => number; // where an amount stands at first
  linger?: (view: V) => number; // milliseconds that must be left to look
  happening?: (lines: Line[]) => Happening | null; // what they tell of, if it is a moment of its own
}

interface Entry {
  seats: readonly [number, number];
  load: () => Promise<GameParts>;
}

/** How the title stands on a cover: its size, how far down, and whether black on a light picture. */
export interface CoverTitle {
  size: number;
  top?: number;
  ink?: boolean;
}

interface Cover {
  default: Component;
  title: CoverTitle;
}

/** What the folders of the games hold, by file; a game's parts are given no views but their own. */
const PARTS = import.meta.glob<GameParts>('./*/index.ts');
const PICTURES = import.meta.glob<Cover>('./*/Cover.svelte', { eager: true });

export const GAMES: Record<string, Entry> = Object.fromEntries(
  Object.entries(LISTED).map(([name, { seats }]) => [name, { seats, load: PARTS[`./${name}/index.ts`]! }]),
);

export const COVERS: Record<string, Cover> = Object.fromEntries(
  Object.keys(LISTED).map((name) => [name, PICTURES[`./${name}/Cover.svelte`]!]),
);

/** What tells the lines of a game on a screen. */
export function tellerOf(parts: GameParts | null, game: string, names: string[]): Teller {
  const tell = teller(game, names);
  return parts?.telling?.(tell) ?? tell;
}

/** The words of a prompt's line without those it is filled with. */
export function promptOf(view: AnyView): string {
  return view.prompt.key.replace('prompt.', '');
}

/** How the points of a match came, as far as its log tells. */
export function accountsOf(parts: GameParts, log: Told[], view: AnyView, tell: Teller): Account[] {
  return parts.accounts?.(log.flatMap(linesOf), view, tell) ?? [];
}

/** What lines of one kind say of each seat, added up. */
export function summed(lines: Line[], key: string, seats: number): number[] {
  const sums = Array<number>(seats).fill(0);
  for (const line of lines) if (line.key === key) sums[seatIn(line)!]! += numberIn(line, 'n');
  return sums;
}
