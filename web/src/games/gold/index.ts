// GOLD: tin tokens on a rough plank, mine entrances around it.

import { summed, type Figure, type GameParts } from '..';
import { decided } from '../../lib/ranks';
import type { Mine, View } from './shapes';

export { default as Board } from './Board.svelte';
export { recap } from './recap';

/** Where a card lies, as it is told on a screen, which has no letters at its edge. */
export const placeOf = (spot: number, { columns }: View) => ({
  row: Math.floor(spot / columns) + 1,
  column: (spot % columns) + 1,
});

export const wording: GameParts<View>['wording'] = ({ args }, view, tell) =>
  tell('action.turn_at', placeOf(args.spot, view));

/** What a seat has found, as far as one can tell: no cards are no carats [G22]. */
const caratsOf = ({ carats, cards }: Mine): number | null => carats ?? (cards ? null : 0);

export const standing: GameParts<View>['standing'] = (view, seat, tell) => {
  const mine = view.mines[seat]!;
  const figures: Figure[] = [
    { label: tell('board.cards'), value: mine.cards },
    { label: tell('board.carats'), value: caratsOf(mine) ?? '?' },
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

const TURNED = 2200; // [G23]

export const linger = (view: View): number => (view.shown.length ? TURNED : view.up.length ? 1100 : 0);

/** What others have found is covered until the end: nobody is told who leads, but what one has, and why [G22]. */
export const lead: GameParts<View>['lead'] = (view, tell) => {
  const values = view.mines.map((mine) => {
    const carats = caratsOf(mine);
    return carats === null ? null : mine.earlier + carats;
  });
  const own = view.seat === null ? null : (values[view.seat] ?? null);
  const covered = [own === null ? '' : tell('lead.own', { n: own }), tell('lead.covered')].filter(Boolean).join(' ');
  return {
    values: view.places ? decided(view.places) : values,
    ...(view.places && { shown: values.map(String) }),
    ...(view.mines.some(({ carats }) => carats === null) ? { covered } : {}),
    ...(view.rush && !view.places && { left: tell('lead.rush') }),
  };
};
