// Written by `make messages` from src/goldrush/games/gold_river/shapes.py: change it there.

import type { AnyChoice, AnyView, Touched } from "../../shapes";

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
}

/** Where a boat may land by the word that is called, for each roll from 1 on. */
export interface Reach {
  up: string[][];
  down: string[][];
}

/** One of the ways at a confluence. */
export interface Way {
  action: number;
  text: string;
  path: string[];
  end: string;
}

/** The river and what everybody has, which look the same to all. */
export interface View extends AnyView {
  legal: Choice[];
  phase: Phase;
  map: Square[];
  goal: string;
  leg: number;
  legs: number;
  call: string;
  round: number;
  rounds: number;
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
