// Views and actions that boards are tested with, as `make fixtures` draws them from random matches with three seats.

import type { AnyView } from '../shapes';
import { GAMES, type ChoiceOf } from '.';

interface Drawn<V extends AnyView = AnyView> {
  view: V;
  actions: ChoiceOf<V>[];
}

const FILES = import.meta.glob<Drawn>('./*/board.test.json', { eager: true, import: 'default' });

export const DRAWN = Object.keys(GAMES);

/** What was drawn of the game whose views these are. */
function drawn<V extends AnyView>(game: string): Drawn<V> {
  return FILES[`./${game}/board.test.json`]! as unknown as Drawn<V>;
}

/** A view of a game, in which somebody is to act. */
export function viewOf<V extends AnyView = AnyView>(game: string): V {
  return drawn<V>(game).view;
}

/** Actions of a game by their texts, numbered in this order. */
export function choicesOf<V extends AnyView = AnyView>(game: string, ...texts: string[]): ChoiceOf<V>[] {
  const { actions } = drawn<V>(game);
  return texts.map((text, action) => ({ ...actions.find((one) => one.text === text)!, action }));
}

/** The texts of all actions of a game. */
export function textsOf(game: string): string[] {
  return drawn(game).actions.map((one) => one.text);
}
