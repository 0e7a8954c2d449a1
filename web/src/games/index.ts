// The games as the app knows them: how each is drawn and worded; what may be done, the server says.

import type { Component } from 'svelte';
import type { Happening, Moment } from '../lib/moment';
import { linesOf, type Line, type View } from '../lib/view';
import type { Sound } from '../lib/sound';
import { teller, type Teller } from '../lib/texts.svelte';
import type { Told } from '../messages';

/** An action that can be played now. */
export interface Choice {
  action: number;
  text: string; // as the game's notation has it
  advised?: boolean; // whether it is suggested
}

export interface BoardProps {
  view: View;
  names: string[];
  tell: Teller;
  choices: Choice[]; // none while others act
  act: (action: number) => void;
  log?: Told[]; // what has been told, for boards that show the way things went
  moment?: Moment | null; // what is happening on the table just now
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

export interface GameParts {
  Board: Component<BoardProps>;
  wording: (choice: Choice, view: View, tell: Teller) => string;
  standing: (view: View, seat: number, tell: Teller) => Figure[];
  paragraphs: Record<string, string>; // by prompt, the paragraph of the rules that matters
  sounds: Record<string, Sound>; // by line of the log
  offBoard?: (choice: Choice) => boolean; // what the board does not offer: it is never folded away
  telling?: (tell: Teller) => Teller; // where a screen tells lines otherwise
  accounts?: (lines: Line[], view: View, tell: Teller) => Account[]; // from all that has happened
  begin?: (view: View) => number; // where an amount stands at first
  linger?: (view: View) => number; // milliseconds that must be left to look
  happening?: (lines: Line[]) => Happening | null; // what they tell of, if it is a moment of its own
}

interface Entry {
  seats: [number, number];
  secret: boolean; // whether a seat's view must be covered before another person looks
  load: () => Promise<GameParts>;
}

export const GAMES: Record<string, Entry> = {
  gold: { seats: [2, 5], secret: true, load: () => import('./gold') },
  goldrausch: { seats: [2, 5], secret: false, load: () => import('./goldrausch') },
  oh_my_gold: { seats: [2, 4], secret: false, load: () => import('./oh_my_gold') },
  gold_river: { seats: [2, 6], secret: false, load: () => import('./gold_river') },
  golden_town: { seats: [2, 4], secret: true, load: () => import('./golden_town') },
};

/** What tells the lines of a game on a screen. */
export function tellerOf(parts: GameParts | null, game: string, names: string[]): Teller {
  const tell = teller(game, names);
  return parts?.telling?.(tell) ?? tell;
}

/** The words of a prompt's line without those it is filled with. */
export function promptOf(view: View): string {
  return (view['prompt'] as Line).key.replace('prompt.', '');
}

/** How the points of a match came, as far as its log tells. */
export function accountsOf(parts: GameParts, log: Told[], view: View, tell: Teller): Account[] {
  return parts.accounts?.(log.flatMap(linesOf), view, tell) ?? [];
}

/** What lines of one kind say of each seat, added up. */
export function summed(lines: Line[], key: string, seats: number): number[] {
  const sums = Array<number>(seats).fill(0);
  for (const line of lines) if (line.key === key) sums[line.args['seat'].seat]! += line.args['n'];
  return sums;
}
