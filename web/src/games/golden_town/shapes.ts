// Written by `make messages` from src/goldrush/games/golden_town/shapes.py: change it there.

import type { AnyChoice, AnyView, Line, Touched } from "../../shapes";

export type SquareKind = "road" | "hotel" | "bank" | "hospital" | "prison" | "concession";

export type Kind =
  | "make"
  | "go"
  | "go_concession"
  | "go_bank"
  | "stay"
  | "enter"
  | "fight"
  | "agree"
  | "refuse"
  | "wait"
  | "open"
  | "leave"
  | "take"
  | "keep"
  | "dig"
  | "lift"
  | "lift_joker"
  | "swap_talon"
  | "swap_top"
  | "fall"
  | "prop"
  | "up"
  | "down"
  | "on"
  | "surface"
  | "stop"
  | "first"
  | "second"
  | "lay"
  | "lay_joker"
  | "pass";

export type Depth = number | "entrance" | "exit";

/** What an action touches. */
export interface Args extends Touched {
  square?: string;
  seat?: number;
  card?: string;
  level?: number;
  n?: number;
}

/** An action that can be played. */
export interface Choice extends AnyChoice {
  kind: Kind;
  args: Args;
}

/** A square as the edition draws it. */
export interface Square {
  name: string;
  kind: SquareKind;
  at: [number, number];
  place: Line;
}

/** The town. */
export interface Town {
  squares: Square[];
  ways: [string, string][];
}

/** A card with the levels that it shows and its steps in a duel. */
export interface Card {
  card: string;
  shows: string;
  steps: number;
}

/** Where a seat's prospector is. */
export interface Prospector {
  square: string;
  depth: number | "entrance" | "exit" | null;
  missing: boolean;
  ban: string | null;
  lifted: boolean;
}

/** Somebody in a concession. */
export interface There {
  seat: number;
  depth: number | "entrance" | "exit" | null;
}

/** A mine with its filons by level, and who is there. */
export interface Concession {
  name: string;
  opened: boolean;
  left: number[];
  size: number[];
  holder: number | null;
  there: There[];
}

/** A filon that was taken. */
export interface Filon {
  number: number;
  level: number;
  grams: number | null;
}

/** What a seat has. */
export interface Player {
  cart: number;
  banked: number;
  cards: number;
  hand: Card[] | null;
  known: string[];
  filons: Filon[];
  ore: number | null;
  next: Line | null;
  wins: number[];
}

/** A square that the roll leads to. */
export interface Way {
  action: number;
  square: string;
  path: string[];
  means: Line[];
}

/** A rival who can be challenged, and what a duel would be about. */
export interface Fight {
  action: number;
  seat: number;
  means: Line[];
}

/** A card that digs, and the levels that it could take ore from. */
export interface Dig {
  action: number;
  levels: number[];
}

/** A tile that can be dug next: how many of its colour that one has not seen hold what. */
export interface Ahead {
  action: number;
  gold: number;
  pyrite: number;
  cave_in: number;
  abandon: number;
}

/** Nuggets that can be made, and the grams that are lost with them. */
export interface Making {
  action: number;
  lost: number;
}

/** The digging of a turn: levels on the card, direction, filons so far. */
export interface Run {
  shows: string;
  way: "down" | "open" | "up";
  dug: number;
}

/** A duel: the challenger comes first, and walks up from square 0. */
export interface Duel {
  seats: [number, number];
  squares: number;
  gap: number;
  at: [number, number];
  laid: string[][];
  mover: number | null;
  passes: number;
  loot: number;
  stakes: Line[];
}

/** The table as a seat sees it. */
export interface View extends AnyView {
  legal: Choice[];
  phase: string;
  options: string[];
  round: number;
  rounds: number;
  goal: number;
  map: Town;
  deck: Card[];
  prospectors: Prospector[];
  concessions: Concession[];
  players: Player[];
  barred: [number, number][];
  talon: number;
  top: string | null;
  takeable: boolean;
  discards: string[];
  roll: number | null;
  reach: Way[];
  fights: Fight[];
  digs: Dig[];
  ahead: Ahead[];
  makings: Making[];
  asked: number | null;
  run: Run | null;
  duel: Duel | null;
}
