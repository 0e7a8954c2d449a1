// Written by `make messages` from src/goldrush/reviews/shapes.py: change it there.

import type { AnyChoice, Line } from "./shapes";

export const WIN = 60000000;

export type Word = "best" | "fine" | "slip" | "mistake" | "blunder";

export type Cause = "luck" | "decision" | "unknown";

/** What each seat may expect before a step, or at the end, in parts of a win. */
export interface Level {
  frame: number;
  turn: number;
  chances: number[];
  errors: number[];
  table: number[] | null;
  table_errors: number[] | null;
}

/** What a draw did to each seat: what it may expect after it, less the mean of all outcomes. */
export interface Draw {
  step: number;
  luck: number[];
  errors: number[];
}

/** A decision, judged by what its seat could know. */
export interface Decision {
  step: number;
  frame: number;
  turn: number;
  seat: number;
  choices: number;
  chosen: AnyChoice;
  better: AnyChoice | null;
  cost: number;
  error: number;
  word: Word;
  gain: number;
  unknown: number;
}

/** How a seat's result came about; the first five add up to the sixth, exactly. */
export interface Account {
  start: number;
  luck: number;
  own: number;
  others: number;
  unknown: number;
  result: number;
  error: number;
  given_up: number;
}

/** A step that decided the match. */
export interface Moment {
  step: number;
  frame: number;
  turn: number;
  cause: Cause;
  by: number | null;
  seat: number;
  before: number;
  after: number;
  lines: Line[];
  chosen: AnyChoice | null;
  better: AnyChoice | null;
}

/** A whole match, reviewed. */
export interface Review {
  game: string;
  version: number;
  seats: number;
  budget: string;
  seed: number;
  over: boolean;
  judged: boolean;
  levels: Level[];
  draws: Draw[];
  decisions: Decision[];
  accounts: Account[];
  moments: Moment[];
}
