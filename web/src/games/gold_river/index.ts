// Gold River: an old survey map with a winding river and its stations.

import type { GameParts } from '..';
import type { Teller } from '../../lib/texts.svelte';

import { kindOf } from './river';
import type { View } from './shapes';

export { default as Board } from './Board.svelte';

/** A square by name and, unless it is plain, by what it is. */
export function place(view: View, name: string, tell: Teller): string {
  const square = view.map.find((one) => one.name === name);
  if (!square) return name;
  const kind = kindOf(square, view.lying);
  return kind === 'plain' ? name : tell('place.named', { name, kind: tell(`kind.${kind}`) });
}

export const wording: GameParts<View>['wording'] = ({ kind, action, args }, view, tell) => {
  const called = (kind === 'up' || kind === 'down') && action !== view.preselected;
  const end = view.ways.find((way) => way.action === action)?.end ?? '';
  return tell(`action.${kind}${called ? '_called' : ''}`, { ...args, end: place(view, end, tell) });
};

export const standing: GameParts<View>['standing'] = (view, seat, tell) => {
  const purse = view.purses[seat]!;
  return [
    { label: tell('board.in_purse'), value: purse.carats },
    { label: tell('board.in_deposit'), value: purse.deposit },
  ];
};

/** A deposit stands at first where it is; a stake at nothing. */
export const begin: GameParts<View>['begin'] = (view) => (view.phase === 'save' ? view.purses[view.seat!]!.deposit : 0);

export const sounds: GameParts['sounds'] = {
  'log.rolls_up': 'dice',
  'log.rolls_down': 'dice',
  'log.digs': 'gold',
  'log.takes': 'gold',
  'log.to_fork': 'dice',
  'log.at_fork': 'dice',
  'log.stays': 'dice',
  'log.saloon_wins': 'gold',
  'log.deposits': 'gold',
  'log.casino_wins': 'gold',
};
