// Written by `make messages` from src/goldrush/games/gold/shapes.py: change it there.

import type { AnyChoice, AnyView, Touched } from "../../shapes";

/** What an action touches. */
export interface Args extends Touched {
  spot: number;
}

/** An action that can be played. */
export interface Choice extends AnyChoice {
  kind: "turn";
  args: Args;
}

/** A card that lies face up: gold of a value, a prospector of a colour, or dynamite. */
export interface Card {
  kind: "dynamite" | "gold" | "prospector";
  text: string;
  value?: number;
  colour?: number;
  strength?: number;
}

/** A card that was turned, and where. */
export interface Face {
  spot: number;
  card: Card;
}

/** A colour of prospectors. */
export interface Colour {
  name: string;
  letter: string;
  symbol: string;
  owner: number | null;
}

/** What a seat has found. */
export interface Mine {
  cards: number;
  carats: number | null;
  earlier: number;
}

/** The table as a seat sees it. */
export interface View extends AnyView {
  legal: Choice[];
  shown: Face[];
  layout: string;
  round: number;
  rounds: number;
  colours: Colour[];
  columns: number;
  spots: string[];
  table: number[];
  left: number;
  few: number;
  rush: string | null;
  turning: number | null;
  up: Face[];
  mines: Mine[];
}
