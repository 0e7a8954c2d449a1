// Views and actions that boards are tested with, as `make fixtures` draws them from random matches with three seats.

import { LANGUAGES } from '../catalogue';
import { choose } from '../lib/settings.svelte';
import { load, teller } from '../lib/texts.svelte';
import type { AnyView, Line } from '../shapes';
import { GAMES, type Account, type ChoiceOf } from '.';

/** An action with its notation, which tests alone know it by. */
type Named<V extends AnyView> = ChoiceOf<V> & { text: string };

interface Drawn<V extends AnyView = AnyView> {
  view: V;
  actions: Named<V>[];
}

const FILES = import.meta.glob<Drawn>('./*/board.test.json', { eager: true, import: 'default' });

export const DRAWN = Object.keys(GAMES);
export const NAMES = ['Ann', 'Bo', 'Cy'];
export type Lang = keyof typeof LANGUAGES;

/** What was drawn of the game whose views these are. */
function drawn<V extends AnyView>(game: string): Drawn<V> {
  return FILES[`./${game}/board.test.json`]! as unknown as Drawn<V>;
}

/** A view of a game, in which somebody is to act. */
export function viewOf<V extends AnyView = AnyView>(game: string): V {
  return drawn<V>(game).view;
}

/** Actions of a game by their texts, numbered in this order. */
export function choicesOf<V extends AnyView = AnyView>(game: string, ...texts: string[]): Named<V>[] {
  const { actions } = drawn<V>(game);
  return texts.map((text, action) => ({ ...actions.find((one) => one.text === text)!, action }));
}

/** The texts of all actions of a game. */
export function textsOf(game: string): string[] {
  return drawn(game).actions.map((one) => one.text);
}

/** Actions of a game in words, by their texts, in a view that has something more. */
export async function worded(game: string, texts: string[], more: object = {}, lang: Lang = 'en'): Promise<string[]> {
  await load(lang, game);
  choose('lang', lang);
  const { wording } = await GAMES[game]!.load();
  const view = { ...viewOf(game), ...more };
  return choicesOf(game, ...texts).map((choice) => wording(choice, view, teller(game, NAMES)));
}

/** How the points of a game came, by the lines of its log and the end of its match. */
export async function accounted(game: string, lines: Line[], end: object): Promise<Account[]> {
  await load('en', game);
  choose('lang', 'en');
  const { accounts } = await GAMES[game]!.load();
  return accounts!(lines, end as AnyView, teller(game, NAMES));
}

/** A line of the log about a seat and a number. */
export function line(key: string, seat: number, n: number): Line {
  return { key: `log.${key}`, args: { seat: { seat }, n } };
}
