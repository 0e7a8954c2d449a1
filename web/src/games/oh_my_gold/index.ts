// Oh My Gold!: a moonlit harbour, boats along the quay, chests on deck and thick wooden dice.

import type { GameParts } from '..';
import { pace } from '../../lib/settings.svelte';
import type { Teller } from '../../lib/texts.svelte';
import { type Loot } from './harbour';
import type { View } from './shapes';

export { default as Board } from './Board.svelte';

/** A treasure in words. */
export function treasure({ coins = 0, diamonds = 0 }: Loot, tell: Teller): string {
  const parts = {
    coins: { key: 'treasure.coins', args: { n: coins } },
    diamonds: { key: 'treasure.diamonds', args: { n: diamonds } },
  };
  if (coins && diamonds) return tell('treasure.both', parts);
  return tell(coins ? parts.coins : parts.diamonds);
}

export const wording: GameParts<View>['wording'] = ({ kind, args }, view, tell) => {
  const waiting = view.keyed.length;
  if (kind === 'end' && waiting) return tell('action.end_opening', { n: waiting });
  if (kind === 'open') {
    const chest = { slot: args.slot! + 1, n: view.row[args.slot!] };
    return tell(view.at_once ? 'action.open' : 'action.keys', chest);
  }
  return tell(`action.${kind}`, { treasure: treasure(args, tell), seat: { seat: args.seat } });
};

const OPENING = 1800; // milliseconds for a chest
const ANOTHER = 350; // for each that is opened with it

/** Chests that are opened together: with two or three there is more to see. */
export const happening: GameParts['happening'] = (lines) => {
  const opens = lines.filter((line) => line.key === 'log.opens');
  const from = lines.slice(lines.indexOf(opens[0]!), lines.indexOf(opens.at(-1)!) + 1);
  const together = from.every(({ key }) => key === 'log.opens' || key === 'log.last_chest'); // in one turn
  if (!opens.length || !together || !pace()) return null;
  const quick = Math.min(Math.max(pace() / 1000, 0.6), 1.4);
  const prompt = { key: 'prompt.opening', args: { seat: opens[0]!.args['seat'], n: opens.length } };
  return { long: quick * (OPENING + ANOTHER * (opens.length - 1)), prompt };
};

export const standing: GameParts<View>['standing'] = (view, seat, tell) => {
  const boat = view.boats[seat]!;
  const loot = [{ label: tell('board.loot'), value: boat.cards }];
  if (view.points) loot.push({ label: tell('criterion.points'), value: view.points[seat]! });
  return loot;
};

export const accounts: GameParts<View>['accounts'] = (_, view, tell) =>
  (['coins', 'diamonds'] as const).map((what) => ({
    label: tell(`account.${what}`),
    values: view.boats.map((boat) => boat[what] ?? 0),
  }));

export const sounds: GameParts['sounds'] = {
  'log.rolls': 'dice',
  'log.rolls_again': 'dice',
  'log.keys': 'key',
  'log.opens': 'gold',
  'log.loads': 'gold',
  'log.steals': 'gold',
};
