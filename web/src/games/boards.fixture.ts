// Views and actions that boards are tested with, as `make fixtures` draws them from random matches with three seats.

import type { AnyView } from '../shapes';
import type { ChoiceOf } from '.';
import drawn from './boards.test.json';
import type { View as Gold } from './gold/shapes';
import type { View as GoldRiver } from './gold_river/shapes';
import type { View as GoldenTown } from './golden_town/shapes';
import type { View as Goldrausch } from './goldrausch/shapes';
import type { View as OhMyGold } from './oh_my_gold/shapes';

interface Views {
  gold: Gold;
  goldrausch: Goldrausch;
  oh_my_gold: OhMyGold;
  gold_river: GoldRiver;
  golden_town: GoldenTown;
}
export type Drawn = keyof Views;

export const DRAWN = Object.keys(drawn) as Drawn[];

/** A view of a game, in which somebody is to act. */
export function viewOf<G extends Drawn>(game: G): Views[G] {
  return drawn[game].view as unknown as AnyView as Views[G];
}

/** Actions of a game by their texts, numbered in this order. */
export function choicesOf<G extends Drawn>(game: G, ...texts: string[]): ChoiceOf<Views[G]>[] {
  const actions = drawn[game].actions as unknown as ChoiceOf<Views[G]>[];
  return texts.map((text, action) => ({ ...actions.find((one) => one.text === text)!, action }));
}

/** The texts of all actions of a game. */
export function textsOf(game: Drawn): string[] {
  return drawn[game].actions.map((one) => one.text);
}
