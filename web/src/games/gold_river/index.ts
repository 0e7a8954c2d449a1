// Gold River: an old survey map with a winding river and its stations.

import type { GameParts } from '..';
import type { View } from '../../lib/view';
import type { Teller } from '../../lib/texts.svelte';

export { default as Board } from './Board.svelte';

interface Square {
  name: string;
  kind: string;
  tributary: string | null;
}

/** A square by name and, unless it is plain, by what it is. */
export function place(view: View, name: string, tell: Teller): string {
  const square = (view['map'] as Square[]).find((one) => one.name === name);
  if (!square) return name;
  const empty = view['lying'][name] === 'empty';
  const kind = empty ? 'empty' : square.kind === 'plain' && square.tributary ? 'confluence' : square.kind;
  return kind === 'plain' ? name : tell('place.named', { name, kind: tell(`kind.${kind}`) });
}

export const wording: GameParts['wording'] = (choice, view, tell) => {
  const { text, action } = choice;
  if (text === 'up' || text === 'down')
    return tell(`action.${text}${action === view['preselected'] ? '' : '_called'}`);
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
    { label: tell('criterion.carats'), value: purse.carats },
    { label: tell('board.deposit'), value: purse.deposit },
  ];
};

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
  'log.casino_wins': 'gold',
};
