// Panning: a river, the pan that goes round, and a pouch for each.

import { summed, type GameParts } from '..';
import type { View } from './shapes';

export { default as Board } from './Board.svelte';

export const wording: GameParts<View>['wording'] = ({ kind }, _, tell) => tell(`action.${kind}`);

export const standing: GameParts<View>['standing'] = (view, seat, tell) => [
  { label: tell('board.pouch'), value: view.pouches[seat]! },
];

export const lead: GameParts<View>['lead'] = (view, tell) => ({
  values: view.pouches,
  left: tell('lead.left', { round: view.round + 1, rounds: view.rounds }),
});

export const accounts: GameParts<View>['accounts'] = (lines, view, tell) =>
  ['stops', 'full'].map((way) => ({
    label: tell(`account.${way}`),
    values: summed(lines, `log.${way}`, view.seats),
  }));

export const sounds: GameParts['sounds'] = {
  'log.finds': 'dice',
  'log.stops': 'gold',
  'log.full': 'gold',
  'log.flood': 'boom',
};
