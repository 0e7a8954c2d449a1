// Reviews that parts of the page are tested with.

import { WIN, type Account, type Decision, type Level, type Moment, type Review, type Word } from '../review';

/** Parts of a win, from percents. */
export const parts = (...percents: number[]): number[] => percents.map((one) => (one * WIN) / 100);

/** What two seats may expect, in percent. */
export function level(frame: number, turn: number, ...chances: number[]): Level {
  const errors = parts(...chances.map(() => 2));
  return { frame, turn, chances: parts(...chances), errors, table: null, table_errors: null };
}

/** A decision of GOLD: the second spot was turned, and the third is better if something was given up. */
export function decision(frame: number, seat: number, word: Word, cost = 0, choices = 3): Decision {
  const turned = (spot: number) => ({ action: spot, kind: 'turn', args: { spot } });
  const better = cost ? turned(2) : null;
  const [given, error] = parts(cost, 0.5) as [number, number];
  return {
    ...{ step: 2 * frame - 1, frame, turn: frame, seat, choices, chosen: turned(1), better },
    ...{ cost: given, error, word, gain: 0, unknown: 0 },
  };
}

/** What a draw did to the first seat. */
export function moment(step: number, frame: number, before: number, after: number): Moment {
  const lines = [{ key: 'log.blast', args: {} }];
  const [from, to] = parts(before, after) as [number, number];
  const none = { by: null, chosen: null, better: null };
  return { step, frame, turn: frame, cause: 'luck', seat: 0, before: from, after: to, lines, ...none };
}

/** An account in percents; the result is what they add up to. */
export function account(start: number, luck: number, own: number, others: number, unknown = 0): Account {
  const [a, b, c, d, e, error] = parts(start, luck, own, others, unknown, 3);
  const result = a! + b! + c! + d! + e!;
  return { start: a!, luck: b!, own: c!, others: d!, unknown: e!, result, error: error!, given_up: 0 };
}

/** A match of two, of three decisions with a draw after each. */
export const REVIEW: Review = {
  ...{ game: 'gold', version: 1, seats: 2, budget: 'fast', seed: 0, over: true, judged: true, draws: [] },
  levels: [
    level(0, 1, 50, 50),
    level(0, 1, 50.4, 49.6),
    level(1, 1, 40, 60),
    level(1, 2, 42, 58),
    level(2, 2, 42, 58),
    level(2, 3, 80, 20),
    level(3, 3, 80, 20),
    level(3, 3, 100, 0),
  ],
  decisions: [decision(1, 0, 'mistake', 10.4), decision(2, 1, 'best'), decision(3, 0, 'best', 0, 1)],
  accounts: [account(50.4, 60.2, -10.4, -0.2), account(49.6, -60.2, -0.2, 10.8)],
  moments: [
    moment(4, 2, 42, 80),
    { ...moment(1, 1, 50.4, 40), by: 0, cause: 'decision', chosen: decision(1, 0, 'mistake').chosen },
  ],
};
