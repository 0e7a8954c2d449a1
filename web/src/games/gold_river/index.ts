// Gold River: an old survey map with a winding river and its stations.

import type { GameParts } from '..';
import type { View } from '../../lib/view';
import type { Teller } from '../../lib/texts.svelte';

import { kindOf, type Square } from './river';

export { default as Board } from './Board.svelte';

/** A square by name and, unless it is plain, by what it is. */
export function place(view: View, name: string, tell: Teller): string {
  const square = (view['map'] as Square[]).find((one) => one.name === name);
  if (!square) return name;
  const kind = kindOf(square, view['lying']);
  return kind === 'plain' ? name : tell('place.named', { name, kind: tell(`kind.${kind}`) });
}

export const wording: GameParts['wording'] = (choice, view, tell) => {
  const { text, action } = choice;
  if (text === 'up' || text === 'down') return tell(`action.${text}${action === view['preselected'] ? '' : '_called'}`);
  if (text === 'main' || text === 'turn') {
    const way = view['ways'].find((one: { action: number }) => one.action === action);
    return tell(`action.${text}`, { end: place(view, way.end, tell) });
  }
  if (text.startsWith('break')) return tell('action.break', { carats: text.slice(5) });
  return tell(`action.${text}`);
};

export const standing: GameParts['standing'] = (view, seat, tell) => {
  const purse = view['purses'][seat];
  return [
    { label: tell('board.in_purse'), value: purse.carats },
    { label: tell('board.in_deposit'), value: purse.deposit },
  ];
};

/** A deposit stands at first where it is; a stake at nothing. */
export const begin: GameParts['begin'] = (view) =>
  view['phase'] === 'save' ? view['purses'][view['seat']].deposit : 0;

export const paragraphs = {
  call_aval: 'V9',
  call_amont: 'V36',
  fork: 'V10',
  bet: 'V19',
  save: 'V25',
  change: 'V28',
  enough: 'V28',
  roll: 'V9',
  dig: 'V15',
  drink: 'V17',
  waits: 'V9',
  over: 'V34',
};

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
