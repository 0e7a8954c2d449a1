// Golden-Town: the street map, four mines in section, and the hand.

import { promptOf, type GameParts } from '..';
import type { Teller } from '../../lib/texts.svelte';
import type { Line } from '../../shapes';
import type { View } from './shapes';
import { cardOf } from './town';

export { default as Board } from './Board.svelte';

/** The levels that a card shows, in words. */
function colours(shows: string, tell: Teller): string {
  return [...shows].map((letter) => tell(`colour.${letter}`)).join('-');
}

/** A card in words. */
export function card(name: string, view: View, tell: Teller): string {
  const { shows, steps } = cardOf(view, name);
  return shows ? tell('card.of', { colours: colours(shows, tell), n: steps }) : tell(`card.${name}`);
}

/** Level cards in words, which a terminal calls by what is typed for them. */
export const telling: GameParts['telling'] = (tell) => (said, args) => {
  if (typeof said === 'string') return tell(said, args);
  const spelled = Object.entries(said.args).map(([name, value]) => [name, spell(value, tell)]);
  return tell({ ...said, args: Object.fromEntries(spelled) });
};

function spell(value: unknown, tell: Teller): unknown {
  const { key, args } = (value ?? {}) as Partial<Line>;
  if (key !== 'card.level' || !args) return value;
  return { key, args: { ...args, colours: colours(String(args['shows']), tell) } };
}

const DEPTHS = ['entrance', '1', '2', '3', '4'];

export const wording: GameParts<View>['wording'] = ({ kind, args }, view, tell) => {
  if (kind === 'enter' && promptOf(view).startsWith('arriving')) return tell('action.ask');
  return tell(`action.${kind}`, {
    ...args,
    seat: { seat: args.seat },
    card: args.card && card(args.card, view, tell),
    depth: tell(`depth.${DEPTHS[args.level ?? 0]}`),
    top: view.top && card(view.top, view, tell),
  });
};

export const offBoard: GameParts<View>['offBoard'] = ({ kind }) => kind === 'keep';

export const standing: GameParts<View>['standing'] = (view, seat, tell) => {
  const player = view.players[seat]!;
  return [
    { label: tell('board.banked'), value: player.banked },
    { label: tell('board.cart'), value: player.cart },
    { label: tell('board.cards'), value: player.cards },
  ];
};

export const sounds: GameParts['sounds'] = {
  'log.rolls': 'dice',
  'log.plays': 'card',
  'log.lays': 'card',
  'log.makes': 'gold',
  'log.banks': 'gold',
  'log.robs': 'gold',
  'log.stands': 'card',
  'log.lifts': 'card',
  'log.opens': 'card',
  'log.cave_in': 'boom',
  'log.wins': 'boom',
};
