// Written by `make messages` from src/goldrush/server/seeking.py: change it there.

/**
 * A client says Seek, and again when it comes back after it was cut off.  It is sent Seeking, again
 * whenever that changes, and in the end Found or Expired; Refused says why it cannot be looked for.
 */

export const FEWEST = 2;
export const MOST = 4;

/** Looks for people to play with at once. */
export interface Seek {
  type: "Seek";
  name: string;
  games?: string[];
  seats?: number[];
  rated?: boolean;
  salt?: string;
}

/** Looks no more. */
export interface Cancel {
  type: "Cancel";
}

/** Asks how it stands: browsers cannot see whether a connection still lives. */
export interface Beat {
  type: "Beat";
}

export type Wanted = Seek | Cancel | Beat;

/** One is looked for company. */
export interface Seeking {
  type: "Seeking";
  since: number;
  until: number;
  now: number;
  others: number;
}

/** A table was made, where one has a seat; play begins when all have come there. */
export interface Found {
  type: "Found";
  code: string;
}

/** Nobody came in time. */
export interface Expired {
  type: "Expired";
}

export type Heard = Seeking | Found | Expired;
