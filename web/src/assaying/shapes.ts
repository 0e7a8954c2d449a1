// Written by `make messages` from src/goldrush/games/assay.py: change it there.

/** Each game's folder has that of its shipped edition, ``assay.json``, which ``make lab`` writes. */

export const SEATS = 4;

/** A figure, and how far one standard error strays. */
export interface Found {
  value: number;
  error: number;
}

/** A figure in a picture, of what is named as a path: "never/steal", "seat/0", "at/50". */
export interface Mark extends Found {
  name: string;
}

/** Figures that are drawn together. */
export interface Picture {
  key: string;
  shape: "columns" | "curves" | "dots";
  unit: "number" | "share";
  games: number;
  marks: Mark[];
  even: number | null;
  also: Record<string, Found>;
}

/** All pictures of a game in an edition. */
export interface Assay {
  game: string;
  version: number;
  edition: string;
  name: string | null;
  seats: number;
  command: string;
  pictures: Picture[];
}
