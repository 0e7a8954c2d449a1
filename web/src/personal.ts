// Written by `make messages` from src/goldrush/server/personal.py: change it there.

import type { Rating } from "./messages";

/** Nobody is ever told an identity: people are told by their names, and by what of it is one's own. */

/** How one seat came out of a match that one has played. */
export interface PlayedSeat {
  name: string | null;
  persona: string | null;
  mine: boolean;
  place: number;
  points: number;
}

/** A match that one has ended. */
export interface Played {
  code: string;
  game: string;
  version: number;
  options: Record<string, string>;
  edition: string | null;
  lesson: boolean;
  begun: number;
  ended: number;
  decisions: number;
  helped: boolean;
  rating: Rating | null;
  seats: PlayedSeat[];
  link: string | null;
}

/** Matches that one has ended, newest first. */
export interface PlayedPage {
  matches: Played[];
  more: string | null;
}

/** A passkey of one's own. */
export interface OwnPasskey {
  key: string;
  name: string;
  host: string;
  created: number;
  used: number | null;
}

/** Whoever asks. */
export interface Myself {
  name: string | null;
  phrase: number | null;
  passkeys: OwnPasskey[];
  address: string | null;
  featured: boolean;
  reports: boolean;
}

/** The name to be kept. */
export interface Named {
  name: string;
}

/** A recovery phrase, which is shown this once. */
export interface NewPhrase {
  words: string[];
}

/** A recovery phrase, to sign in with. */
export interface Phrase {
  phrase: string;
}

/** A code that brings one more device in, once and soon. */
export interface NewCode {
  code: string;
  until: number;
}

/** Such a code, on the other device. */
export interface DeviceCode {
  code: string;
}

/** Whom a code would make one; asked before it is used. */
export interface CodeOf {
  name: string | null;
}

/** What a browser says of a passkey that it has made. */
export interface NewPasskey {
  name: string;
  credential: Record<string, unknown>;
}

/** What a browser says when somebody signs in with a passkey. */
export interface UsedPasskey {
  credential: Record<string, unknown>;
}

/** Whether all devices are to be signed out. */
export interface Leaving {
  everywhere?: boolean;
}

/** One's matches of a game with so many seats. */
export interface GameFigures {
  game: string;
  seats: number;
  played: number;
  won: number;
  shared: number;
}

/** How one came out against somebody: a bot, a person, or all people together. */
export interface Against {
  persona: string | null;
  name: string | null;
  played: number;
  ahead: number;
}

/** A bot that one has come out before without hints, undo or a bot's help. */
export interface Medal {
  persona: string;
  times: number;
  since: number;
}

/** A match on the way. */
export interface Point {
  game: string;
  at: number;
  points: number;
  place: number;
  seats: number;
  decisions: number;
}

/** A rating after a rated match. */
export interface RatingPoint {
  at: number;
  rating: Rating;
}

/** How strong one is known to be at a game. */
export interface GameRating {
  game: string;
  rating: Rating;
  matches: number;
  course: RatingPoint[];
}

/** How one has played: matches that were no lessons, at one seat of one's own. */
export interface Figures {
  games: GameFigures[];
  streak: number;
  longest: number;
  medals: Medal[];
  against: Against[];
  course: Point[];
  ratings: GameRating[];
}

/** What somebody shows of themselves to everybody. */
export interface Page {
  name: string;
  figures: Figures;
}

/** Somebody on the list of a game. */
export interface Champion {
  name: string;
  address: string;
  rating: Rating;
  matches: number;
}

/** The strongest at a game, of those who show a page and are known well enough. */
export interface Best {
  people: Champion[];
  margin: number;
}

/** Under which address others may see one's page; None if they may not. */
export interface Shown {
  address?: string | null;
}

/** How a seat came out of a match that is shown to everybody. */
export interface FeaturedSeat {
  persona: string | null;
  place: number;
  points: number;
}

/** A replay of the week. */
export interface Featured {
  game: string;
  link: string;
  ended: number;
  decisions: number;
  seats: FeaturedSeat[];
}

/** Whether one's matches at public tables may be replays of the week. */
export interface MayBeFeatured {
  featured: boolean;
}
