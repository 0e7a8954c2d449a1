// Goldrausch: a saloon with six tables, at which the groups sit, each with its gold.

import { summed, type GameParts } from '..';
import { pace } from '../../lib/settings.svelte';
import { gain, laying } from './saloon';
import type { View } from './shapes';

export { default as Board } from './Board.svelte';
export { recap } from './recap';

export const wording: GameParts<View>['wording'] = ({ kind, args }, view, tell) => {
  const group = view.groups[args.group ?? view.card?.group ?? -1];
  return tell(`action.${kind}`, { group: tell(`group.${group?.name}`) });
};

export const note: GameParts<View>['note'] = ({ kind, args }, view, tell) => {
  const group = view.groups[args.group ?? view.card?.group ?? -1];
  if (kind === 'lay' && group)
    return laying(group, view)
      .map((line) => tell(line))
      .join(', ');
  return kind === 'join' && group ? tell(gain(group, view)) : '';
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

const ACCOUNT = ['log.round_over', 'log.pays', 'log.pays_nothing', 'log.nobody', 'log.earned'];
const TABLES = 6.4; // paces for all tables to be paid one by one
const LOOK = 4000; // milliseconds to look at it; whoever plays looks until a click
const LONGEST = 60_000;

/** The account of a round: the tables are paid, and whoever plays goes on with a click. */
export const happening: GameParts['happening'] = (lines, playing = false) => {
  if (!pace() || !lines.some(({ key }) => ACCOUNT.includes(key))) return null;
  const over = lines.find(({ key }) => key === 'log.round_over');
  return {
    long: TABLES * pace() + (playing ? LONGEST : LOOK),
    prompt: { key: 'prompt.account', args: { round: over?.args['round'] ?? '' } },
    clicked: playing,
    counted: true,
  };
};

export const sounds: GameParts['sounds'] = {
  'log.draws': 'card',
  'log.joins': 'turn',
  'log.round_over': 'gold',
};

export const lead: GameParts<View>['lead'] = (view, tell) => ({
  values: view.purses.map((purse) => purse.total + purse.now),
  left: tell('lead.left', { round: view.round + 1, rounds: view.rounds, n: view.left }),
});
