// Written by `make messages` from src/goldrush/server/admin_messages.py: change it there.

/** People are named by keys that are good for the host alone: nobody is ever told an identity. */

export const LONGEST = 200;
export const MOST_LETTERS = 40;
export const MOST_WORDS = 1000;

export type What =
  | "signed_in"
  | "signed_out"
  | "closed"
  | "renamed"
  | "blocked"
  | "unblocked"
  | "words"
  | "dismissed"
  | "removed"
  | "removed_and_blocked";

export type Phase = "open" | "playing" | "over";

/** Something said at a table that the host should look at. */
export interface NewReport {
  line: number;
  aside?: boolean;
}

/** The key, to sign in with. */
export interface AdminKey {
  key: string;
}

/** Until when one is signed in; None if one is not. */
export interface Visit {
  until: number | null;
}

/** Who sits somewhere. */
export interface AdminSeat {
  name: string | null;
  persona: string | null;
}

/** A table as a host sees it: nothing of it is secret. */
export interface AdminTable {
  code: string;
  game: string;
  version: number;
  phase: Phase;
  public: boolean;
  rated: boolean;
  daily: string | null;
  seats: AdminSeat[];
  moves: number | null;
  created: number;
  begun: number | null;
  last: number | null;
  here: number;
  watchers: number;
}

/** A page of tables, the newest first. */
export interface AdminTables {
  tables: AdminTable[];
  more: string | null;
}

/** Processes of one kind. */
export interface Workers {
  kind: "bots" | "guests" | "hints" | "reviews";
  number: number;
  alive: number;
  waiting: number;
}

/** How long something took in the last five minutes, in seconds. */
export interface Took {
  what: "answer" | "review" | "thought" | "write";
  number: number;
  half: number | null;
  most: number | null;
}

/** How much the server has to do. */
export interface Load {
  at: number;
  troubles: string[];
  tables: number;
  sockets: number;
  moves: number;
  writing: number;
  memory: number;
  kept: number;
  dropped: number;
  refused: Record<string, number>;
  workers: Workers[];
  times: Took[];
}

/** Somebody as a host sees them. */
export interface Someone {
  key: string;
  name: string;
  kept: boolean;
  since: number | null;
  tables: number;
  matches: number;
  reports: number;
  blocked: number | null;
}

/** What somebody is called from now on. */
export interface NewName {
  name: string;
}

/** Something said around what was reported. */
export interface Context {
  name: string | null;
  text: string;
  at: number;
  reported: boolean;
}

/** Something that was reported. */
export interface Reported {
  number: number;
  code: string;
  aside: boolean;
  who: string;
  name: string;
  text: string;
  said: number;
  at: number;
  reporters: number;
  context: Context[];
  blocked: boolean;
  outcome: What | null;
  resolved: number | null;
}

/** Reports, the newest first. */
export interface ReportPage {
  reports: Reported[];
  more: number | null;
}

/** What is done about a report; neither dismisses it. */
export interface Resolving {
  remove?: boolean;
  block?: boolean;
}

/** The words that are not wanted. */
export interface Words {
  words: string[];
}

/** How much is kept of one kind. */
export interface KeptKind {
  kind: string;
  number: number;
  size: number | null;
}

/** What is kept and for how long, in days; 0 is for ever. */
export interface Keeping {
  unplayed: number;
  unfinished: number;
  finished: number;
  reports: number;
  acts: number;
  size: number;
  kinds: KeptKind[];
}

/** Something that a host has done. */
export interface DoneThing {
  number: number;
  at: number;
  what: What;
  code: string | null;
  name: string | null;
}

/** What was done, the newest first. */
export interface Acts {
  acts: DoneThing[];
  more: number | null;
}
