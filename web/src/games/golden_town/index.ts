// Golden-Town: the street map, four mines in section, and the hand.

import { promptOf, summed, type GameParts } from '..';
import { moves, pace } from '../../lib/settings.svelte';
import type { Teller } from '../../lib/texts.svelte';
import { numberIn } from '../../lib/view';
import type { Line, SeatArgument } from '../../shapes';
import type { Kind, View } from './shapes';
import { cardOf, disaster, ending, levels, placeOf } from './town';

export { default as Board } from './Board.svelte';
export { recap } from './recap';

/** A card in words. */
export function card(name: string, view: View, tell: Teller): string {
  const { shows, steps } = cardOf(view, name);
  return shows ? tell('card.of', { levels: levels(shows, tell), n: steps }) : tell(`card.${name}`);
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
  return { key, args: { ...args, levels: levels(String(args['shows']), tell) } };
}

const DEPTHS = ['entrance', '1', '2', '3', '4'];

/** A card in words that need not say its steps: outside duels they count only where another is like it in all else. */
function named(name: string, view: View, tell: Teller): string {
  const { shows } = cardOf(view, name);
  const hand = view.seat === null ? [] : (view.players[view.seat]!.hand ?? []);
  const alike = new Set(hand.filter((one) => one.shows === shows).map((one) => one.card));
  return shows && !view.duel && alike.size < 2 ? levels(shows, tell) : card(name, view, tell);
}

export const wording: GameParts<View>['wording'] = ({ kind, args }, view, tell) => {
  if (kind === 'enter' && promptOf(view).startsWith('arriving')) return tell('action.ask');
  if (kind === 'make' && !args.n) return tell('action.keep_ore');
  const said = tell(`action.${kind}`, {
    ...args,
    seat: { seat: args.seat },
    card: args.card && named(args.card, view, tell),
    depth: tell(`depth.${DEPTHS[args.level ?? 0]}`),
    place: args.square && placeOf(view, args.square, tell),
    top: view.top && card(view.top, view, tell),
  });
  return said.charAt(0).toUpperCase() + said.slice(1); // a place stands alone
};

const NOTED: Kind[] = ['refuse', 'stop', 'fall'];

/** What a choice puts at risk, by the rules [T32, T33, T35, T39, T42, T53]. */
export const note: GameParts<View>['note'] = ({ kind, action, args }, view, tell) => {
  if (kind === 'enter') return promptOf(view).startsWith('arriving') ? tell('note.ask') : '';
  if (kind === 'fight') return stakesOf(action, view, tell);
  if (kind === 'make') return args.n ? spent(action, args.n, view, tell) : tell('note.keep_ore');
  if (kind === 'go') return onwards(action, args.square!, view, tell);
  return NOTED.includes(kind) ? tell(`note.${kind}`) : unseen(action, view, tell);
};

/** How far it is from a square to what comes next, unless its name says so. */
function onwards(action: number, square: string, { reach, map }: View, tell: Teller): string {
  const means = reach.find((way) => way.action === action)?.means[0];
  const goal = means && /^means\.(mine|bank)_/.exec(means.key)?.[1];
  const { place } = map.squares.find((one) => one.name === square)!;
  if (!goal || (place.key === 'place.before' && place.args['name'] === means.args['name'])) return '';
  return tell(`note.${goal}`, means.args);
}

/** What a duel is about, in short. */
function stakesOf(action: number, { fights }: View, tell: Teller): string {
  const lines = fights.find((one) => one.action === action)?.means ?? [];
  const [win, lose] = ['means.win_', 'means.lose_'].map((key) => lines.find((line) => line.key.startsWith(key)));
  if (!win || !lose) return '';
  if (win.key.endsWith('nothing') && lose.key.endsWith('nothing')) return tell('note.fight_nothing');
  const short = ({ key, args }: Line) => tell(key.replace('means.', 'stake.'), args);
  return tell('note.fight', { win: short(win), lose: short(lose) });
}

const NUGGET = 500; // grams [T41]

/** What nuggets take of the ore, and what is lost with it. */
function spent(action: number, nuggets: number, { makings, players, seat }: View, tell: Teller): string {
  const making = makings.find((one) => one.action === action);
  if (!making) return '';
  const grams = NUGGET * nuggets + making.lost;
  const left = (players[seat!]!.ore ?? 0) - grams;
  return tell(making.lost ? 'note.makes_with_loss' : 'note.makes', { spent: grams, lost: making.lost, left });
}

/** What the tile that is dug next may hold: how many of its colour that one has not seen hold what. */
function unseen(action: number, { ahead }: View, tell: Teller): string {
  const odds = ahead.find((one) => one.action === action);
  if (!odds) return '';
  const { gold, pyrite, cave_in, abandon } = odds;
  const all = Object.entries({ gold, cave_in, abandon }).filter(([, n]) => n); // pyrite is worth nothing
  const told = all.map(([what, n]) => tell(`unseen.${what}`, { n })).join(', ');
  return `${tell('unseen.of', { all: gold + pyrite + cave_in + abandon })} ${told}`;
}

/** What comes after all else, the last of all last: in a mine one digs rather than leaves, rides or swaps. */
const LATER: Kind[] = ['fall', 'leave', 'lift', 'lift_joker', 'swap_top', 'swap_talon'];

/** What goes against what the board says comes next: ore that is kept, or a duel that wins nothing. */
export const doubtful: GameParts<View>['doubtful'] = ({ kind, action, args }, { makings, fights }) => {
  if (kind === 'make') return makings.length > 0 && !args.n;
  const means = fights.find((one) => one.action === action)?.means ?? [];
  return kind === 'fight' && means.some(({ key }) => key === 'means.win_nothing');
};

/** What a choice means by the rules, in whole sentences. */
export const because: GameParts<View>['because'] = ({ action }, { reach, fights }, tell) => {
  const found = [...reach, ...fights].find((one) => one.action === action);
  return (found?.means ?? []).map((line) => tell(line)).join(' ');
};

/** In a cave-in what saves comes first, in a mine the card that works most levels; swaps stand by card. */
export const order: GameParts<View>['order'] = ({ kind, action, args }, view) => {
  const later = LATER.indexOf(kind) + 1;
  const worked = view.digs.find((dig) => dig.action === action)?.levels.length ?? 0;
  const held = kind.startsWith('swap') ? view.deck.findIndex(({ card }) => card === args.card) : 0;
  const less = kind === 'make' ? -args.n! / 10 : kind === 'wait' ? 1 : 0; // rather than all nuggets, or an open mine
  return later + less + held / view.deck.length - worked / 10 + (kind === 'dig' && args.card === 'joker' ? 0.5 : 0);
};

/** What leads towards winning: nuggets of ore, nuggets at the Bank, a mine opened; moves end with all cards kept. */
export const primary: GameParts<View>['primary'] = ({ kind, args }, { amount, legal, players, seat }) => {
  if (kind === 'make')
    return !amount && args.n === Math.max(...legal.map((one) => (one.args as { n?: number }).n ?? 0));
  if (kind === 'go_bank') return players[seat ?? 0]!.cart > 0;
  return kind === 'keep' || kind === 'open';
};

/** Where one goes, whom one fights and what a card does, is pointed at on the board. */
const ON_BOARD: Kind[] = [
  ...(['go', 'go_concession', 'go_bank', 'fight', 'dig', 'lift', 'lift_joker'] as const),
  ...(['swap_talon', 'swap_top', 'lay', 'lay_joker', 'leave'] as const),
];
export const offBoard: GameParts<View>['offBoard'] = ({ kind }) => !ON_BOARD.includes(kind);

/** A swap, a ride or a joker's steps are chosen by card or level; as a button they would hide what matters. */
const SELDOM: Kind[] = ['lift', 'lift_joker', 'swap_talon', 'swap_top', 'lay_joker'];
export const minor: GameParts<View>['minor'] = ({ kind, args }) =>
  SELDOM.includes(kind) || (kind === 'dig' && args.card === 'joker'); // which a level card spares

/** What is folded away is named where all of it is alike: swaps, rides, or steps of a joker. */
export const folded: GameParts<View>['folded'] = (choices, tell) => {
  const kinds = new Set(choices.map((choice) => (minor!(choice) ? choice.kind.split('_')[0] : '')));
  const [only, ...others] = kinds;
  return only && !others.length ? tell(`folded.${only}`) : '';
};

export const standing: GameParts<View>['standing'] = (view, seat, tell) => {
  const { banked, cart, ore, filons } = view.players[seat]!;
  return [
    { label: tell('board.banked'), value: tell('board.of_goal', { banked, goal: view.goal }) },
    { label: tell('board.cart'), value: cart },
    {
      label: tell('board.tiles'),
      value: ore ? tell('board.tiles_and_ore', { n: filons.length, grams: ore }) : filons.length,
    },
  ];
};

/** How nuggets came and went: what was made and robbed is what lies in the Bank and in the cart. */
export const accounts: GameParts<View>['accounts'] = (lines, view, tell) => {
  const lost = Array<number>(view.seats).fill(0);
  for (const line of lines)
    if (line.key === 'log.robs') lost[(line.args['rival'] as SeatArgument).seat]! += numberIn(line, 'n');
  return [
    { label: tell('account.made'), values: summed(lines, 'log.makes', view.seats) },
    { label: tell('account.robbed'), values: summed(lines, 'log.robs', view.seats) },
    { label: tell('account.lost'), values: lost.map((n) => 0 - n) },
    { label: tell('account.cart'), values: view.players.map(({ cart }) => 0 - cart) },
    { label: tell('criterion.banked'), values: view.players.map(({ banked }) => banked) },
  ];
};

/** Hands and filons are hidden [T60]. */
export const covert = true;

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
  'log.abandon': 'boom',
  'log.wins': 'boom',
};

const LOOK = 2600; // milliseconds to read why digging has stopped, or how a duel has ended

/** A cave-in, a mine that must be abandoned, the end of a duel: all is seen with its reason before the map comes. */
export const happening: GameParts['happening'] = (lines) => {
  const line = disaster(lines) ?? ending(lines)[0] ?? null;
  return line && moves() ? { long: Math.max(LOOK, 4 * pace()), prompt: line } : null;
};

const BANKED = 100; // more than any cart holds

/** Nuggets in the Bank, then in the cart, as the rules rank [T44, T59]; and who can win with the next roll. */
export const lead: GameParts<View>['lead'] = (view, tell) => {
  const near = view.players.flatMap(({ wins }, seat) =>
    wins.length ? [tell('lead.can_win', { seat: { seat }, rolls: wins.join(', ') })] : [],
  );
  return {
    values: view.players.map(({ banked, cart }) => BANKED * banked + cart),
    shown: view.players.map(({ banked }) => String(banked)),
    more: { sign: 'cart', word: tell('board.in_cart'), values: view.players.map(({ cart }) => cart) },
    ...(near.length && { left: near.join(' ') }),
  };
};
