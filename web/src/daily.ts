// Written by `make messages` from src/goldrush/server/daily_messages.py: change it there.

/** On how many days in a row somebody has ended the challenge. */
export interface Streak {
  now: number;
  longest: number;
  days: number;
}

/** The challenge that all can play just now, once. */
export interface Today {
  day: string;
  ends: number;
  game: string;
  version: number;
  options: Record<string, string>;
  seats: (string | null)[];
  commitment: string;
  people: number;
  phase: "new" | "over" | "playing";
  code: string | null;
  place: number | null;
  points: number | null;
  streak: Streak;
  last: string | null;
}

/** Begins one's one try. */
export interface Begin {
  name: string;
}

/** Where it is played. */
export interface Begun {
  code: string;
}

/** How somebody came out. */
export interface DayRow {
  rank: number;
  name: string;
  mine: boolean;
  place: number;
  points: number;
}

/** How a day came out, which is told when it is over. */
export interface DayTable {
  day: string;
  game: string;
  version: number;
  options: Record<string, string>;
  seats: (string | null)[];
  people: number;
  finished: number;
  rows: DayRow[];
  mine: DayRow | null;
  ahead: number | null;
  best: string | null;
  link: string | null;
  commitment: string;
  secret: string;
  before: string | null;
  after: string | null;
}
