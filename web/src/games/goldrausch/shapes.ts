// Written by `make messages` from src/goldrush/games/goldrausch/shapes.py: change it there.

import type { AnyChoice, AnyView, Touched } from "../../shapes";

export type Kind = "lay" | "join" | "pass";

/** What an action touches. */
export interface Args extends Touched {
  group?: number;
}

/** An action that can be played. */
export interface Choice extends AnyChoice {
  kind: Kind;
  args: Args;
}

/** A card: a character of a group, gold, or false gold. */
export interface Card {
  kind: "character" | "false" | "gold";
  text: string;
  group?: number;
  coins?: number;
}

/** A group of characters with its gold. */
export interface Group {
  name: string;
  letter: string;
  symbol: string;
  sign: string;
  characters: number;
  gold: number[];
  places: number;
  coins: number;
  tokens: number[];
  share: number;
  joining: number;
  open: boolean;
}

/** Cards of one kind that are left in the deck. */
export interface Stack {
  card: Card;
  count: number;
}

/** What a seat has. */
export interface Purse {
  tokens: number;
  total: number;
  now: number;
  earned: number | null;
}

/** The table, which looks the same to all. */
export interface View extends AnyView {
  legal: Choice[];
  round: number;
  rounds: number;
  card: Card | null;
  groups: Group[];
  left: number;
  deck: Stack[];
  purses: Purse[];
  paid: number[] | null;
}
