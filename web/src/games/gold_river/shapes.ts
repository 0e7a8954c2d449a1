// Written by `make messages` from src/goldrush/games/gold_river/shapes.py: change it there.

import type { AnyChoice, AnyView, Line, Touched } from "../../shapes";

export type Kind = "down" | "up" | "main" | "turn" | "stake" | "deposit" | "break" | "enough";

export type Phase =
  | "found"
  | "begin"
  | "call"
  | "roll"
  | "fork"
  | "dig"
  | "drink"
  | "bet"
  | "spin"
  | "save"
  | "change"
  | "goal"
  | "done";

export type Heading = "down" | "up" | "bounced";

export type Lying = "empty" | "old" | "new";

/** What an action touches. */
export interface Args extends Touched {
  carats?: number;
}

/** An action that can be played. */
export interface Choice extends AnyChoice {
  kind: Kind;
  args: Args;
}

/** A square as the edition draws it, and where its water flows. */
export interface Square {
  name: string;
  kind: string;
  at: [number, number];
  down: string | null;
  tributary: string | null;
}

/** Nuggets at the goals of both legs. */
export interface Waiting {
  source: number;
  mouth: number;
}

/** Nuggets of one size. */
export interface Nuggets {
  carats: number;
  count: number;
}

/** What a seat has. */
export interface Purse {
  nuggets: Nuggets[];
  count: number;
  carats: number;
  deposit: number;
  total: number;
  spilt: number;
  falls: number;
  ransom: number;
  stake: number;
}

/** What squares pay, by the roll from 1 on: a saloon in carats, a casino for each one staked. */
export interface Pays {
  fare: number;
  saloon: number[];
  casino: number[];
  goal: number;
  mix: Nuggets[];
}

/** Where a boat may land by the word that is called, for each roll from 1 on. */
export interface Reach {
  up: string[][];
  down: string[][];
}

/** One of the ways at a confluence. */
export interface Way {
  action: number;
  path: string[];
  end: string;
}

/** The river and what everybody has, which look the same to all. */
export interface View extends AnyView {
  legal: Choice[];
  phase: Phase;
  map: Square[];
  pays: Pays;
  goal: string;
  leg: number;
  legs: number;
  call: string;
  round: number;
  rounds: number;
  ends: Line;
  to_go: number[];
  boats: string[];
  jailed: number[];
  lying: Record<string, Lying>;
  waiting: Waiting;
  bag: Nuggets[];
  purses: Purse[];
  bank: number;
  heading: Heading | null;
  pips: number | null;
  stake: number | null;
  reach: Reach | null;
  ways: Way[];
  preselected: number | null;
  turns: number;
}
