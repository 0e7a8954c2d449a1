// The games as the app knows them: how each is drawn and worded; what may be done, the server says.

import type { Component } from 'svelte';
import type { Happening, Moment } from '../lib/moment';
import { GAMES as LISTED } from '../catalogue';
import type { Lead } from '../lib/ranks';
import type { Effect, Eyes } from '../lib/recap';
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
  standing: (view: V, seat: number, tell: Teller, log?: Told[]) => Figure[];
  sounds: Record<string, Sound>; // by line of the log
  note?: (choice: ChoiceOf<V>, view: V, tell: Teller) => string; // what stands below an action's words
  because?: (choice: ChoiceOf<V>, view: V, tell: Teller) => string; // what it means, in whole sentences
  doubtful?: (choice: ChoiceOf<V>, view: V) => boolean; // whether it goes against what the board itself says
  minor?: (choice: ChoiceOf<V>) => boolean; // a small tool of the board's: no large button
  folded?: (choices: ChoiceOf<V>[], tell: Teller) => string; // what is folded away, if it has a name of its own
  offBoard?: (choice: ChoiceOf<V>) => boolean; // what the board does not offer: it is never folded away
  order?: (choice: ChoiceOf<V>, view: V) => number; // in which actions stand, if not as the rules count them
  primary?: (choice: ChoiceOf<V>, view: V) => boolean; // what most people will want, of several things
  lead?: (view: V, tell: Teller) => Lead; // what decides who wins, as things stand; "lead.wins" says how
  recap?: (lines: Line[], eyes: Eyes<V>) => Effect[]; // what befell everybody, by what one was told
  telling?: (tell: Teller) => Teller; // where a screen tells lines otherwise
  accounts?: (lines: Line[], view: V, tell: Teller) => Account[]; // from all that has happened
  covert?: boolean; // whether somebody who looks on knows less of the chances than is on the table
  begin?: (view: V) => number; // where an amount stands at first
  quick?: (view: V) => number[]; // amounts that one touch chooses
  quickWord?: (n: number, view: V, tell: Teller) => string; // what such an amount is: all, half
  amountWord?: (n: number, view: V, tell: Teller) => string; // what it means to choose so many
  linger?: (view: V) => number; // milliseconds that must be left to look
  // What lines tell of, if it is a moment of its own; for whoever plays it may last until a click.
  happening?: (lines: Line[], playing?: boolean) => Happening | null;
}

interface Entry {
  seats: readonly [number, number];
  load: () => Promise<GameParts>;
}

/** How the title stands on a cover: its size, how far down, whether black on a light picture, and with whose name. */
export interface CoverTitle {
  size: number;
  top?: number;
  ink?: boolean;
  by?: boolean; // whether its designers are known
}

interface Cover {
  default: Component;
  title: CoverTitle;
}

/** What stands below paragraphs of a rule book: pictures, drawn from the same parts as the board. */
export interface Pictures {
  default: Component<{ paragraph: string }>;
  ILLUSTRATED: string[]; // the paragraphs that have one
}

/** How a game is begun by a single click. */
interface Door {
  options: Record<string, string>; // other than the standard ones
}

/** What the folders of the games hold, by file; a game's parts are given no views but their own. */
const PARTS = import.meta.glob<GameParts>('./*/index.ts');
const LIDS = import.meta.glob<Cover>('./*/Cover.svelte', { eager: true });
const DRAWN = import.meta.glob<Pictures>('./*/Pictures.svelte');
const FOUND = import.meta.glob<Door>('./*/door.ts', { eager: true });

export const GAMES: Record<string, Entry> = Object.fromEntries(
  Object.entries(LISTED).map(([name, { seats }]) => [name, { seats, load: PARTS[`./${name}/index.ts`]! }]),
);

export const COVERS: Record<string, Cover> = Object.fromEntries(
  Object.keys(LISTED).map((name) => [name, LIDS[`./${name}/Cover.svelte`]!]),
);

export const DOORS: Record<string, Door | undefined> = Object.fromEntries(
  Object.keys(LISTED).map((name) => [name, FOUND[`./${name}/door.ts`]]),
);

/** The pictures of a rule book, if it has any. */
export async function picturesOf(game: string): Promise<Pictures | null> {
  return (await DRAWN[`./${game}/Pictures.svelte`]?.()) ?? null;
}

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
