// What is told of a square: what happens there, what it pays for each roll, and what it would mean to a seat now.

import type { Teller } from '../../lib/texts.svelte';
import { byRoll, kindOf, whereabouts } from './river';
import type { Nuggets, Square, View } from './shapes';

/** One line of a square's payments: what is rolled or drawn, and what comes of it. */
export interface Payment {
  of: string;
  pays: string;
  good: boolean;
}

export interface Facts {
  kind: string;
  title: string;
  where: string; // how far up the river
  does: string;
  payments: Payment[];
  odds: string; // how many of the rolls pay, or nothing
  yours: string; // what it would mean to a seat now, or nothing
}

/** A square by name: what it is now, as the end of a journey. */
export function place(view: View, name: string, tell: Teller): string {
  const square = view.map.find((one) => one.name === name);
  return square ? tell(`place.${kindOf(square, view.lying)}`, { name }) : '';
}

/** What a square would take of a seat's purse. */
export function cost(view: View, name: string, seat: number | null): number {
  const purse = seat === null ? undefined : view.purses[seat];
  const square = view.map.find((one) => one.name === name);
  if (!purse || !square) return 0;
  const fare = purse.carats < view.pays.fare ? 0 : view.pays.fare; // who cannot pay it does not drink [V18]
  return { falls: purse.falls, indians: purse.ransom, bandits: purse.carats, saloon: fare }[square.kind] ?? 0;
}

/** The end of a journey, and what it would cost there. */
export function ended(view: View, name: string, tell: Teller): string {
  const [where, n] = [place(view, name, tell), cost(view, name, view.seat)];
  return n ? tell('board.costs', { place: where, n }) : where;
}

/** What a nugget is worth on average, of some that are drawn from [V5, V37]. */
function mean(nuggets: Nuggets[]): number {
  const all = nuggets.reduce((sum, { count }) => sum + count, 0);
  return all ? nuggets.reduce((sum, { carats, count }) => sum + carats * count, 0) / all : 0;
}

/** What a kind of square does, in a sentence. */
function does(view: View, kind: string, tell: Teller): string {
  const { fare, goal: nuggets } = view.pays;
  const carats = tell('amount.carats', { n: Math.round(nuggets * mean(view.leg > 1 ? view.pays.mix : view.bag)) });
  const goal = view.map.find((square) => square.name === view.goal)?.kind;
  if (kind === goal) return tell(view.leg < view.legs ? 'does.goal_turns' : 'does.goal_ends', { nuggets, carats });
  return tell(`does.${kind}`, { fare });
}

const drawn = (nuggets: Nuggets[], tell: Teller): Payment[] => {
  const all = nuggets.reduce((sum, one) => sum + one.count, 0);
  const there = nuggets.filter((one) => one.count);
  return there.map(({ carats, count }) => ({
    of: tell('amount.carats', { n: carats }),
    pays: tell('board.of_all', { n: count, all }),
    good: true,
  }));
};

/** What a kind of square pays, roll by roll or nugget by nugget. */
function payments(view: View, kind: string, fresh: boolean, tell: Teller): Payment[] {
  if (kind === 'saloon')
    return byRoll(view.pays.saloon).map(({ rolls, result }) => ({
      of: rolls,
      pays: result ? tell('amount.carats', { n: result }) : tell('pays.nothing'),
      good: result > 0,
    }));
  if (kind === 'casino')
    return byRoll(view.pays.casino).map(({ rolls, result }) => ({
      of: rolls,
      pays: result ? tell('pays.times', { n: result - 1 }) : tell('pays.lost'),
      good: result > 0,
    }));
  return kind === 'mine' ? drawn(fresh ? view.pays.mix : view.bag, tell) : [];
}

function odds(view: View, kind: string, tell: Teller): string {
  if (kind !== 'saloon' && kind !== 'casino') return '';
  const results = view.pays[kind];
  return tell('board.odds', { n: results.filter((one) => one).length, all: results.length });
}

/** What landing there would do to a seat as it stands. */
function yours(view: View, kind: string, seat: number | null, tell: Teller): string {
  const purse = seat === null ? undefined : view.purses[seat];
  if (!purse) return '';
  const carats = (n: number) => tell('amount.carats', { n });
  if (kind === 'falls')
    return tell('yours.falls', {
      nuggets: tell('amount.nuggets', { n: purse.spilt }),
      had: purse.count,
      carats: carats(purse.falls),
    });
  if (kind === 'indians') return tell('yours.loses', { carats: carats(purse.ransom), had: purse.carats });
  if (kind === 'bandits') return tell('yours.loses', { carats: carats(purse.carats), had: purse.carats });
  return kind === 'casino' ? tell('yours.casino', { carats: carats(purse.stake) }) : '';
}

/** All that is told of a kind of square. */
export function factsOfKind(view: View, kind: string, tell: Teller, seat: number | null = null, fresh = false): Facts {
  return {
    kind,
    title: tell(`kind.${kind}`),
    where: '',
    does: does(view, kind, tell),
    payments: payments(view, kind, fresh, tell),
    odds: odds(view, kind, tell),
    yours: yours(view, kind, seat, tell),
  };
}

/** All that is told of a square. */
export function factsOf(view: View, square: Square, tell: Teller, seat: number | null): Facts {
  const { up, all, aside } = whereabouts(view.map, square.name);
  const fresh = view.lying[square.name] === 'new';
  return {
    ...factsOfKind(view, kindOf(square, view.lying), tell, seat, fresh),
    where: aside ? tell('board.aside', { n: aside }) : tell('board.along', { n: up, all }),
  };
}

/** The same in one breath, for those who hear it. */
export function inWords({ title, where, does, payments, odds, yours }: Facts, tell: Teller): string {
  const paid = payments.map(({ of, pays }) => tell('board.pays', { of, pays })).join('; ');
  return [`${title}, ${where}.`, does, paid && `${paid}.`, odds, yours].filter(Boolean).join(' ');
}

/** The nuggets of a purse, counted: 2 × 20, 1 × 5. */
export function counted(nuggets: Nuggets[]): string {
  return nuggets
    .filter((one) => one.count)
    .map((one) => `${one.count} × ${one.carats}`)
    .join(', ');
}
