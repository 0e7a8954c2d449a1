// Written by `make messages` from src/goldrush/server/messages.py: change it there.

import type { Line } from "./shapes";

/**
 * A socket is one view of one table.  A client says Hello, and again whenever it wants another seat's
 * view or the table has begun to play; it is sent Welcome, and from then on News.  What it asks for
 * carries an id of its own making and is answered by Done, Hinted or Refused with the same id; what it
 * has sent and got no answer to, it may send again as often as it likes.  Pong answers a Ping.
 *
 * Lines are numbered for each viewer by themselves: a step that somebody cannot notice has no number
 * there.  Times are milliseconds since 1970.
 */

export const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
export const CODE = 6;
export const MOST_TEXT = 280;
export const MOST_NAME = 24;
export const MOST_SALT = 64;
export const MOST_EDITION = 32768;
export const SHORTEST_PACE = 5;
export const LONGEST_PACE = 1209600;
export const SHORTEST_BANK = 30;
export const LONGEST_BANK = 10800;
export const LONGEST_INCREMENT = 180;
export const DAY = 86400;
export const MOST_VACATION = 60;

export type Phase = "open" | "playing" | "over";

/** Asks for the table as one sees it, and for the lines after *last*. */
export interface Hello {
  type: "Hello";
  last?: number;
  seat?: number | null;
}

/** Plays an action, decided after the line *number*. */
export interface Act {
  type: "Act";
  id: string;
  number: number;
  action: number;
}

/** Takes one's last decision back, while State says that one may. */
export interface Undo {
  type: "Undo";
  id: string;
  number: number;
}

/** Asks what a bot would do in one's place. */
export interface Hint {
  type: "Hint";
  id: string;
  number: number;
}

/** Asks whether anybody hears: browsers cannot see the pings of the protocol itself. */
export interface Ping {
  type: "Ping";
}

/** Says something to all at the table. */
export interface Say {
  type: "Say";
  id: string;
  text: string;
}

/** Says something to the others who look on; players hear it when the match is over. */
export interface Remark {
  type: "Remark";
  id: string;
  name: string;
  text: string;
}

export type Asked = Hello | Act | Undo | Hint | Say | Remark | Ping;

/** How strong somebody is at a game, as far as that is known: in Elo points. */
export interface Rating {
  value: number;
  margin: number;
  change: number | null;
}

/** A bot that others wrote, at a seat. */
export interface Guest {
  name: string;
  lost: number;
  gone: boolean;
}

/** A seat as everybody sees it: a person's, a bot's, or nobody's. */
export interface Seat {
  name: string | null;
  persona: string | null;
  taken: boolean;
  lots: boolean;
  present: boolean;
  until: number | null;
  wins: number;
  gone: boolean;
  left: number | null;
  due: number | null;
  late: boolean;
  away: number | null;
  vacation: number;
  rating: Rating | null;
  guest: Guest | null;
}

/** A table as everybody sees it. */
export interface Table {
  code: string;
  game: string;
  version: number;
  options: Record<string, string>;
  edition: string | null;
  seats: Seat[];
  public: boolean;
  pace: number;
  hints: boolean;
  lesson: boolean;
  phase: Phase;
  host: number | null;
  commitment: string;
  secret: string | null;
  salts: string[] | null;
  lots: number[] | null;
  rematch: string | null;
  created: number;
  watchers: number;
  before: number | null;
  warm: number | null;
  series: number;
  bank: number;
  increment: number;
  vacation: number;
  moves: number;
  rated: boolean;
  daily: string | null;
}

/** What one step is told as. */
export interface Told {
  number: number;
  at: number;
  lines: Line[];
}

/** What a learner is told before a decision. */
export interface Coaching {
  tell: string;
  rule: string;
  action: number | null;
  step: number;
  steps: number;
}

/** Where the match stands, as one seat or a watcher sees it. */
export interface State {
  number: number;
  view: Record<string, unknown>;
  actor: number | null;
  since: number;
  undo: boolean;
  coach: Coaching | null;
  until: number | null;
}

/** Something that was said at the table; without a text, that what was said is removed. */
export interface Said {
  type: "Said";
  number: number;
  at: number;
  seat: number;
  text: string;
  asked: string;
}

/** Something that was said among those who look on; without a text, that it is removed. */
export interface Remarked {
  number: number;
  at: number;
  by: string;
  name: string;
  text: string;
}

/** What those who look on say to each other; players are told all of it at the end. */
export interface Remarks {
  type: "Remarks";
  remarks: Remarked[];
}

/** Everything that a client needs to begin, or to go on. */
export interface Welcome {
  type: "Welcome";
  table: Table;
  mine: number[];
  seat: number | null;
  now: number;
  fixed: Record<string, unknown>;
  state: State | null;
  lines: Told[];
  said: Said[];
  remarks: Remarked[];
  by: string | null;
  reports: boolean;
}

/** What has happened since. */
export interface News {
  type: "News";
  lines: Told[];
  state: State;
}

/** The table is another: who sits there, who is present, what phase it is in. */
export interface Changed {
  type: "Changed";
  table: Table;
}

/** What was asked for has been done, and will not be lost. */
export interface Done {
  type: "Done";
  id: string;
}

/** What a bot would do that knows what one knows oneself, and why. */
export interface Hinted {
  type: "Hinted";
  id: string;
  number: number;
  action: number;
  simple: boolean;
  share: number | null;
  other: number | null;
  ahead: number;
}

/** Somebody hears. */
export interface Pong {
  type: "Pong";
}

export type Reason =
  | "stale"
  | "illegal"
  | "not_your_seat"
  | "not_playing"
  | "no_undo"
  | "too_fast"
  | "malformed"
  | "not_kept"
  | "not_found"
  | "not_allowed"
  | "not_possible"
  | "later_rules"
  | "broken"
  | "needs_name"
  | "too_close"
  | "too_often"
  | "blocked"
  | "unwanted";

/** A reason in English, with braces for what it is about; translations go by this very text. */
export interface Why {
  text: string;
  about: unknown[];
}

/** What was asked for has not been done; nothing has changed by it. */
export interface Refused {
  type: "Refused";
  id: string | null;
  reason: Reason;
  detail: string;
  state: State | null;
  why: Why | null;
}

export type Sent = Welcome | News | Changed | Said | Remarks | Done | Hinted | Pong | Refused;

/**
 * The public tables where people are, newest first.
 *
 * It is a page of those that wait for players, and one of those that play.
 */
export interface Lobby {
  type: "Lobby";
  tables: Table[];
  more: boolean;
  more_live: boolean;
}

/** What is new in the lobby since the last message. */
export interface LobbyChanged {
  type: "LobbyChanged";
  tables: Table[];
  gone: string[];
}

/** A table where other people wait for oneself, as far as one's seat may know. */
export interface Waiting {
  code: string;
  game: string;
  seat: boolean;
  invited: boolean;
}

/** The tables that wait for oneself; sent again whenever they are others. */
export interface Waits {
  type: "Waits";
  tables: Waiting[];
  complete: boolean;
}

/** By which version of a game's rules a match goes, and the newest that the server knows. */
export interface LaterRules {
  game: string;
  version: number;
  newest: number;
}

/** Why a request was refused. */
export interface Complaint {
  reason: Reason;
  detail: string;
  later: LaterRules | null;
  why: Why | null;
  wait: number | null;
}

/** A table where this browser has a seat, and whose turn it is there as far as that may know. */
export interface OwnTable extends Table {
  mine: number[];
  turn: number | null;
}

/**
 * Who asks: the tables where this browser has a seat and the match is not over.
 *
 * Those that wait for oneself come first, then those with other people, then the newest.
 */
export interface Me {
  tables: OwnTable[];
}

/** A seat of a new table: a persona's, or a person's. */
export interface NewSeat {
  persona?: string | null;
  name?: string | null;
}

/** A table to be made; whoever makes it gets the first seat that is a person's. */
export interface NewTable {
  game: string;
  name: string;
  seats: NewSeat[];
  options?: Record<string, string>;
  edition?: string | null;
  public?: boolean;
  pace?: number;
  hints?: boolean;
  salt?: string;
  bank?: number;
  increment?: number;
  vacation?: number;
  rated?: boolean;
}

/** A guided first match of a game, against a gentle bot. */
export interface NewLesson {
  game: string;
  name: string;
}

/** Takes a seat: the one that is kept for this browser, the one said, or the first free one. */
export interface Joining {
  name: string;
  seat?: number | null;
  salt?: string;
}

/** Whether one wants lots to be drawn for the seats; they are when all people do. */
export interface Lots {
  wanted: boolean;
}

/** Until when one is on vacation. */
export interface Away {
  until: number;
}

/** The persona that is to play at a seat. */
export interface Substitute {
  persona: string;
}

/** The table after a change, and one's own seats there. */
export interface Seated {
  table: Table;
  mine: number[];
}

/** A match that is over, with all that verifies it; see ``goldrush verify``. */
export interface Proof {
  code: string;
  match: Record<string, unknown>;
  link: string;
  lots: number[] | null;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  version: number;
  min_seats: number;
  max_seats: number;
  options: Record<string, string[]>;
  tables: Record<string, number[]>;
  secrets: boolean;
}

/** A bot with a name, and how strong it proved: Elo points above the hand-made player. */
export interface PersonaInfo {
  key: string;
  strength: Record<string, Record<number, [number, number]>>;
}

/** A bot that others wrote, which the host lets sit at tables. */
export interface GuestInfo {
  key: string;
  name: string;
  ms: number;
}

/** A decision with what was drawn after it, and how the table looked then. */
export interface Frame {
  number: number;
  lines: Line[];
  view: Record<string, unknown>;
  actor: number | null;
}

/** A match as it went, for one seat or a watcher; the first frame is the laid-out table. */
export interface Replay {
  game: string;
  version: number;
  options: Record<string, string>;
  edition: string | null;
  seats: number;
  over: boolean;
  seat: number | null;
  fixed: Record<string, unknown>;
  frames: Frame[];
}
