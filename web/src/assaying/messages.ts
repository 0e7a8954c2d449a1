// Written by `make messages` from src/goldrush/server/assay_messages.py: change it there.

import type { Assay } from "./shapes";

export const MOST_EDITION = 32768;

export type Stage = "waits" | "measures" | "done";

/** Asks what a game in an edition of one's own is made of. */
export interface NewAssay {
  game: string;
  edition: string;
}

/** How far that is. */
export interface Assaying {
  key: string;
  stage: Stage;
  others: number;
  ready: number;
  all: number;
  assay: Assay | null;
}
