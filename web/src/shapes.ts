// Written by `make messages` from src/goldrush/games/shapes.py: change it there.

/** A seat as an argument of a line: whoever reads it sees the player's name. */
export interface SeatArgument {
  seat: number;
}

/** A text to be found by its key; an argument may be a line itself, or a SeatArgument. */
export interface Line {
  args: Record<string, unknown>;
  key: string;
}

/** What an action touches: of all that actions of a game can, what this one does. */
export interface Touched {
}

/** An action that can be played: its kind and what it touches are its own alone. */
export interface AnyChoice {
  action: number;
  kind: string;
  args: Touched;
}

/** A number to be chosen: it is added to the action that chooses 0. */
export interface Amount {
  name: string;
  action: number;
  least: number;
  most: number;
}

/** Something that decides who wins. */
export interface Criterion {
  key: string;
  values: number[];
}

/** What the views of all games have. */
export interface AnyView {
  game: string;
  version: number;
  seat: number | null;
  seats: number;
  first: number | null;
  turn: number | null;
  prompt: Line;
  rule: string | null;
  legal: AnyChoice[];
  amount: Amount | null;
  points: number[] | null;
  places: number[] | null;
  criteria: Criterion[] | null;
  end: string | null;
  shown: unknown[];
}
