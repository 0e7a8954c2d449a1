// What is told of the thing that is pointed at: a square, a rival, a card; the facts are the server's.

import type { ChoiceOf } from '..';
import type { Teller } from '../../lib/texts.svelte';
import { card, wording } from '.';
import type { View } from './shapes';
import { byLevel, cardOf, COLOURS, face, placeOf, whereabouts } from './town';

export interface Note {
  title: string;
  lines: string[];
  square: string | null; // where it is on the map
}

interface Pointing {
  view: View;
  names: string[];
  tell: Teller;
  choices: ChoiceOf<View>[];
  pointed: number | null; // action
  touched: string; // square
  card: string;
}

/** What is told of what is pointed at; nothing where nothing is. */
export function noteOf(at: Pointing): Note | null {
  if (at.card) return ofCard(at.view, at.card, whyIdle(at.view, at.card, at.choices, at.tell), at.tell);
  return ofWay(at) ?? ofFight(at) ?? (at.touched ? ofSquare(at.view, at.touched, at.names, at.tell) : null);
}

function ofWay({ view, tell, choices, pointed, touched }: Pointing): Note | null {
  if (!choices.length) return null;
  const way = view.reach.find(({ action, square }) => action === pointed || square === touched);
  if (!way) return null;
  return { title: placeOf(view, way.square, tell), lines: way.means.map((line) => tell(line)), square: way.square };
}

function ofFight({ view, tell, choices, pointed }: Pointing): Note | null {
  const fight = view.fights.find(({ action }) => action === pointed);
  const choice = choices.find(({ action }) => action === fight?.action);
  if (!fight || !choice) return null;
  return {
    title: wording(choice, view, tell),
    lines: fight.means.map((line) => tell(line)),
    square: view.prospectors[fight.seat]!.square,
  };
}

function ofSquare(view: View, name: string, names: string[], tell: Teller): Note {
  const { kind, place } = view.map.squares.find((one) => one.name === name)!;
  const mine = view.concessions.find((one) => one.name === name);
  const does = mine ? `does.concession_${mine.opened ? 'open' : 'closed'}` : `does.${kind}`;
  const holder = mine?.holder ?? null;
  const shut = view.seat !== null && view.prospectors[view.seat]!.ban === name; // [T36]
  const lines = [
    tell(shut ? 'board.barred' : does, { name }),
    holder === null ? '' : tell('board.holder', { name: names[holder] }),
  ];
  return { title: tell(place), lines: lines.filter(Boolean), square: name };
}

/** Why a level card digs nothing now, in a mine where others would [T23]. */
function whyIdle(view: View, name: string, choices: ChoiceOf<View>[], tell: Teller): string {
  const can = choices.some(({ kind, args }) => kind === 'dig' && args.card === name);
  if (view.phase !== 'mining' || !choices.length || can || !cardOf(view, name).shows) return '';
  const depth = view.prospectors[view.seat!]!.depth;
  return typeof depth === 'number' ? tell('board.starts_from', { level: depth }) : tell('board.starts_entrance');
}

function ofCard(view: View, name: string, idle: string, tell: Teller): Note {
  const { shows, steps } = cardOf(view, name);
  return {
    title: face(name, view, tell).name,
    lines: [tell(shows ? 'does.card_level' : `does.card_${name}`, { n: steps }), idle].filter(Boolean),
    square: null,
  };
}

/** All that is known of a seat, in words. */
export function seatWords(view: View, seat: number, names: string[], tell: Teller): string {
  const { banked, cart, cards, filons, known, next } = view.players[seat]!;
  const levels = byLevel(filons)
    .map((n, level) => (n ? `${n} × ${tell(`colour.${COLOURS[level]}`)}` : ''))
    .filter(Boolean);
  const had = tell('board.told_seat', {
    name: names[seat],
    place: whereabouts(view, seat, tell).replace(/\.$/, ''),
    banked,
    cart,
    cards,
    filons: levels.join(', ') || tell('board.none'),
  });
  const seen = known.map((one) => card(one, view, tell)).join(', ');
  return [had, seen && tell('board.told_known', { cards: seen }), next && tell('board.told_next', { next })]
    .filter(Boolean)
    .join(' ');
}
