// Goldrausch: a ledger of six groups, characters to the left and gold to the right.

import { summed, type GameParts } from '..';
import type { View } from './shapes';

export { default as Board } from './Board.svelte';

export const wording: GameParts<View>['wording'] = ({ kind, args }, view, tell) => {
  const group = view.groups[args.group ?? view.card?.group ?? -1];
  return tell(`action.${kind}`, { group: tell(`group.${group?.name}`) });
};

export const standing: GameParts<View>['standing'] = (view, seat, tell) => {
  const purse = view.purses[seat]!;
  return [
    { label: tell('board.total'), value: purse.total },
    { label: tell('board.now'), value: `+${purse.now}` },
    { label: tell('board.tokens'), value: purse.tokens },
  ];
};

export const accounts: GameParts<View>['accounts'] = (lines, view, tell) => {
  const ends = lines.flatMap((line, n) => (line.key === 'log.round_over' ? [n] : []));
  return ends.map((start, n) => ({
    label: tell('account.round', { round: n + 1 }),
    values: summed(lines.slice(start, ends[n + 1]), 'log.earned', view.purses.length),
  }));
};

export const sounds: GameParts['sounds'] = {
  'log.draws': 'card',
  'log.joins': 'turn',
  'log.round_over': 'gold',
};
