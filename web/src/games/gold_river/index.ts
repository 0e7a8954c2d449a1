// Gold River: an old survey map with a winding river and its stations, upstream going up.

import type { Account, GameParts } from '..';
import { moves } from '../../lib/settings.svelte';
import { lineIn, numberIn, seatIn } from '../../lib/view';
import type { Line } from '../../shapes';
import { laid, sailed } from './course';
import { ended } from './facts';
import { recent } from './recent';
import { whereabouts } from './river';
import type { View } from './shapes';

export { default as Board } from './Board.svelte';

const ROLLED = /^log\.(rolls_|to_fork)/;
const SAILED = /^log\.(rolls_|to_fork|goes_on|turns_off)/;

export const wording: GameParts<View>['wording'] = ({ kind, action, args }, view, tell) => {
  if (kind === 'stake' || kind === 'deposit') return amountWord!(args.carats!, view, tell);
  const end = view.ways.find((way) => way.action === action)?.end;
  return tell(`action.${kind}`, { ...args, end: end ? ended(view, end, tell) : '' });
};

/** Where a direction leads: in a tributary to its end, or out of it; at an end perhaps to the same squares. */
export const note: GameParts<View>['note'] = ({ kind }, view, tell) => {
  if (kind !== 'up' && kind !== 'down') return '';
  const here = view.boats[view.seat ?? view.turn ?? 0]!;
  if (view.reach?.[kind].flat().every((square) => square === here)) return tell('board.stays_here');
  if (!whereabouts(view.map, here).aside) return tell(`board.towards_${kind}`);
  if (view.reach && String(view.reach.up) === String(view.reach.down)) return tell('board.both_ways');
  return tell(kind === 'up' ? 'board.towards_spring' : 'board.towards_river');
};

/** The direction that need not be announced comes first. */
export const order: GameParts<View>['order'] = ({ action }, { preselected }) => (action === preselected ? 0 : 1);

/** Nuggets are broken at the purse: nobody is asked to with a large button. */
export const minor: GameParts<View>['minor'] = ({ kind }) => kind === 'break';

export const folded: GameParts<View>['folded'] = (choices, tell) => (choices.every(minor!) ? tell('folded.break') : '');

export const primary: GameParts<View>['primary'] = ({ kind }) => kind === 'enough';

export const standing: GameParts<View>['standing'] = (view, seat, tell) => [
  { label: tell('criterion.carats'), value: view.purses[seat]!.total },
  { label: tell('board.to_go'), value: view.to_go[seat]! },
];

/** A deposit stands at first at all there is, for it is safe there; a stake at nothing. */
export const begin: GameParts<View>['begin'] = (view) => (view.phase === 'save' ? (view.amount?.most ?? 0) : 0);

/** A deposit: none of it, as it is, half, all. A stake: nothing, a quarter, half, all. */
export const quick: GameParts<View>['quick'] = (view) => {
  const { least, most } = view.amount ?? { least: 0, most: 0 };
  const between = view.phase === 'save' ? view.purses[view.seat!]!.deposit : Math.floor(most / 4);
  return [...new Set([least, between, Math.floor(most / 2), most])].sort((a, b) => a - b);
};

/** What such an amount is. */
export const quickWord: GameParts<View>['quickWord'] = (n, view, tell) => {
  const { most } = view.amount ?? { most: 0 };
  const { deposit, carats } = view.purses[view.seat!]!;
  const saves = view.phase === 'save';
  if (n === most) return tell(saves || n === carats ? 'board.quick_all' : 'board.quick_most');
  if (!n) return tell('board.quick_none');
  if (saves && n === deposit) return tell('board.quick_same');
  return tell(n === Math.floor(most / 2) ? 'board.quick_half' : 'board.quick_quarter');
};

/** What choosing an amount does: nothing, too, is something. */
export const amountWord: GameParts<View>['amountWord'] = (n, view, tell) => {
  if (view.phase !== 'save') return tell(n ? 'board.stakes' : 'board.no_stake', { n });
  const { deposit, total } = view.purses[view.seat!]!;
  return tell(n === deposit ? 'board.as_it_is' : 'board.banks', { n, rest: total - n });
};

/** A roll: its pips are laid along the river and the boat goes, before what comes of it is seen. */
export const happening: GameParts<View>['happening'] = (lines) => {
  const line = lines.filter((one) => SAILED.test(one.key) && (one.args['path'] as string[]).length > 1).at(-1);
  if (!line || !moves()) return null;
  const long = laid() + sailed((line.args['path'] as string[]).length);
  return { long, prompt: ROLLED.test(line.key) ? { key: 'prompt.rolled', args: line.args } : line };
};

const carats = (line: Line) => numberIn(lineIn(line, 'carats'), 'n');
const FARE = 'log.drinks'; // what a saloon takes, the view says
const COLUMNS: Record<string, Record<string, 1 | -1>> = {
  mines: { 'log.digs': 1 },
  goal: { 'log.takes': 1 },
  saloons: { 'log.saloon_wins': 1 },
  casinos: { 'log.casino_wins': 1, 'log.casino_loses': -1 },
  falls: { 'log.falls': -1 },
  ambushes: { 'log.indians': -1 },
  bandits: { 'log.bandits': -1 },
};

/** How the carats came, and where they went: what is left over is what everybody began with. */
export const accounts: GameParts<View>['accounts'] = (lines, view, tell) => {
  const columns: Account[] = Object.entries(COLUMNS).map(([name, signs]) => {
    const values = view.purses.map(() => 0);
    for (const line of lines) {
      const sign = signs[line.key];
      if (sign) values[seatIn(line)!]! += sign * carats(line);
      if (name === 'saloons' && line.key === FARE) values[seatIn(line)!]! -= view.pays.fare;
    }
    return { label: tell(`account.${name}`), values };
  });
  const start = view.purses.map(({ total }, seat) => total - columns.reduce((sum, one) => sum + one.values[seat]!, 0));
  return [{ label: tell('account.start'), values: start }, ...columns.filter(({ values }) => values.some(Boolean))];
};

/** Where everybody has landed, and the carats that came or went there. */
export const recap: GameParts<View>['recap'] = (lines, { view, tell }) =>
  recent(lines, view, tell).map(({ seat, carats, text }) => ({ seat, text, sign: Math.sign(carats) }));

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

export const lead: GameParts<View>['lead'] = (view, tell) => ({
  values: view.purses.map((purse) => purse.total),
  left: tell('lead.left', { goal: tell(view.leg === view.legs && view.legs > 1 ? 'lead.mouth' : 'lead.source') }),
});
