// Oh My Gold!: a moonlit harbour, boats along the quay, chests on deck and thick wooden dice.

import type { GameParts } from '..';
import { decided } from '../../lib/ranks';
import { pace } from '../../lib/settings.svelte';
import type { Teller } from '../../lib/texts.svelte';
import { lineIn, seatIn } from '../../lib/view';
import { aboard, lootOf, treasureOf, type Loot } from './harbour';
import type { Kind, View } from './shapes';

export { default as Board } from './Board.svelte';
export { recap } from './recap';

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
  if (kind === 'roll') return tell('board.roll', { n: view.dice.length });
  return tell(`action.${kind}`, { treasure: treasure(args, tell), seat: { seat: args.seat } });
};

/** What dice are for comes first, and to end the turn last. */
const ORDER: Kind[] = ['open', 'load', 'steal', 'roll', 'end'];
export const order: GameParts<View>['order'] = ({ kind }) => ORDER.indexOf(kind);

export const note: GameParts<View>['note'] = ({ kind, args }, view, tell) => {
  if (kind === 'roll') return tell('board.roll_once');
  if (kind === 'steal') return tell(view.boarded.includes(args.seat!) ? 'board.steal_again' : 'board.steal_with');
  const last = view.closing !== null && view.closing <= view.seats; // of one's turns [O20]
  return kind === 'end' && last && view.boats[view.turn!]?.ashore.length ? tell('board.lost') : '';
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

/** Points of one's own are added up from the log; those of others lie covered [O24]. */
export const standing: GameParts<View>['standing'] = (view, seat, tell, log) => {
  const { cards } = view.boats[seat]!;
  const own = seat === view.seat && log ? aboard(log, seat, cards) : null;
  const points = view.points?.[seat] ?? (own && own.coins + own.diamonds);
  const figures = [{ label: tell('board.aboard'), value: tell('board.cards', { n: cards }) }];
  return points === null ? figures : [{ label: tell('criterion.points'), value: points }, ...figures];
};

/** Coins and diamonds aboard, how many of them were stolen, and what was not loaded in time. */
export const accounts: GameParts<View>['accounts'] = (lines, view, tell) => {
  const worth = ({ coins = 0, diamonds = 0 }: Loot) => coins + diamonds;
  const stolen = view.boats.map(() => 0);
  for (const line of lines)
    if (line.key === 'log.steals') stolen[seatIn(line)!]! += worth(lootOf(lineIn(line, 'treasure')));
  const ways = {
    coins: view.boats.map((boat) => boat.coins ?? 0),
    diamonds: view.boats.map((boat) => boat.diamonds ?? 0),
    stolen,
    left: view.boats.map(({ ashore }) => ashore.reduce((sum, name) => sum + worth(treasureOf(view, name)), 0)),
  };
  return Object.entries(ways)
    .filter(([way]) => way !== 'stolen' || view.options.includes('steal'))
    .map(([way, values]) => ({ label: tell(`account.${way}`), values }));
};

export const sounds: GameParts['sounds'] = {
  'log.rolls': 'dice',
  'log.rolls_again': 'dice',
  'log.keys': 'key',
  'log.opens': 'gold',
  'log.loads': 'gold',
  'log.steals': 'gold',
};

/** What lies aboard is covered until the end [O24]. */
export const lead: GameParts<View>['lead'] = (view, tell) => ({
  ...(view.places ? {} : { covered: tell('lead.covered') }),
  values: view.places
    ? decided(view.places)
    : view.boats.map(({ coins, diamonds }) => (coins === null ? null : coins + (diamonds ?? 0))),
  ...(view.points && { shown: view.points.map(String) }),
  ...(view.closing && { left: tell('lead.closing') }),
});
