// GOLD: tin tokens on a rough plank, mine entrances around it.

import { summed, type Figure, type GameParts } from '..';
import type { View } from './shapes';

export { default as Board } from './Board.svelte';

export const wording: GameParts<View>['wording'] = ({ args }, view, tell) =>
  tell('action.turn', { spot: view.spots[args.spot] });

export const standing: GameParts<View>['standing'] = (view, seat, tell) => {
  const mine = view.mines[seat]!;
  const figures: Figure[] = [
    { label: tell('board.cards'), value: mine.cards },
    { label: tell('board.carats'), value: mine.carats ?? '?' },
  ];
  if (view.rounds > 1) figures.push({ label: tell('board.earlier'), value: mine.earlier });
  return figures;
};

export const accounts: GameParts<View>['accounts'] = (lines, view, tell) =>
  ['finds', 'unowned', 'grabs'].map((way) => ({
    label: tell(`account.${way}`),
    values: summed(lines, `log.${way}`, view.mines.length),
  }));

export const sounds: GameParts['sounds'] = {
  'log.turns': 'card',
  'log.finds': 'gold',
  'log.unowned': 'gold',
  'log.grabs': 'gold',
  'log.blast': 'boom',
};

const TURNED = 1500; // [G23]

export const linger = (view: View): number => (view.shown.length ? TURNED : view.up.length ? 900 : 0);
