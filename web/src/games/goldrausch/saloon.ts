// The saloon on the sheet: a bar, and six tables at which the groups sit; and the account of a round.

import type { Moment } from '../../lib/moment';
import { numberIn } from '../../lib/view';
import type { Line } from '../../shapes';
import type { Group, View } from './shapes';

export const INKS: Record<string, string> = {
  adventurers: '#9a5a24',
  prospectors: '#4e5a66', // no seat has it
  ladies: '#a63d74',
  hosts: '#3f6b36',
  bandits: '#a63d2a',
  counterfeiters: '#62519b',
};
export const CHARACTERS = 5; // of a group
export const TABLE = { w: 306, h: 226 }; // as a table is drawn

export type Saloon = ReturnType<typeof layOut>;

/** Where things are in the saloon: upright on a phone, or wide. */
export function layOut(narrow: boolean, tables: number) {
  const [columns, bar, s] = narrow ? [2, 70, 0.647] : [3, 116, 1];
  const w = narrow ? 400 : 930;
  const rows = Math.ceil(tables / columns);
  const [wide, high] = [w / columns, TABLE.h * s + 2];
  const table = (n: number) => ({
    x: (n % columns) * wide + (wide - TABLE.w * s) / 2,
    y: bar + Math.floor(n / columns) * high,
  });
  return { narrow, w, h: bar + rows * high + 4, bar, s, table };
}

/** What a group earns a seat now, and what it would with one more of its tokens there, as things stand [K13]. */
export function gain({ tokens, share, joining }: Group, view: View): Line {
  const seat = view.turn ?? 0;
  const own = tokens[seat] ?? 0;
  const alone = tokens.every((count, other) => other === seat || !count);
  const who = seat === view.seat ? { key: 'gain.you', args: {} } : { seat };
  const key = !own ? 'gain.first' : alone ? 'gain.alone' : 'gain.again';
  return { key, args: { who, before: own * share, after: (own + 1) * joining } };
}

/** What each seat would earn more if the card that was drawn lay with a group, as things stand [K13, K14]. */
export function laying({ tokens, coins, share }: Group, view: View): Line[] {
  const more = view.card?.coins ?? 0;
  if (!more) return [{ key: 'gain.fake', args: {} }];
  const badges = tokens.reduce((sum, count) => sum + count, 0);
  const rise = badges ? Math.floor((coins + more) / badges) - share : 0;
  const lines = tokens.flatMap((count, seat) => {
    const who = seat === view.seat ? { key: 'gain.you', args: {} } : { seat };
    return count && rise ? [{ key: 'gain.laid', args: { who, n: count * rise } }] : [];
  });
  return lines.length ? lines : [{ key: 'gain.nobody', args: {} }];
}

/** What a group's table comes to at the end of a round. */
export interface Account {
  coins: number;
  badges: number;
  share: number;
  gold: number[];
  tokens: number[]; // by seat
}

/** The account of the round that ends in a moment, table by table; none if it is another moment. */
export function accountOf(moment: Moment<View> | null): Account[] {
  const lines = moment?.lines.filter(({ args }) => Array.isArray(args['gold'])) ?? [];
  return lines.map((line) => ({
    coins: numberIn(line, 'coins'),
    badges: numberIn(line, 'badges'),
    share: numberIn(line, 'n'),
    gold: line.args['gold'] as number[],
    tokens: line.args['tokens'] as number[],
  }));
}

/** The groups as they sat when their round was over, its last cards included. */
export function seated(groups: Group[], account: Account[]): Group[] {
  return groups.map((group, n) => ({ ...group, ...account[n]!, characters: CHARACTERS, open: false }));
}

/** What each seat has when so many tables have been paid. */
export function totalsAfter({ purses }: View, account: Account[], tables: number): number[] {
  return purses.map(({ total }, seat) =>
    account.slice(0, tables).reduce((sum, { tokens, share }) => sum + (tokens[seat] ?? 0) * share, total),
  );
}
