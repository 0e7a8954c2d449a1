// Nuggets, ore and duels, and where everybody has got to: of a way only its end is told, of tiles how many.

import type { Effect, Eyes } from '../../lib/recap';
import { numberIn, seatIn } from '../../lib/view';
import type { Line, SeatArgument } from '../../shapes';

/** What somebody does or suffers, told by the text of the same name. */
const TOLD: Record<string, number> = {
  makes: 1,
  banks: 1,
  visits: 0,
  opens: 1,
  asks: 0,
  agrees: 0,
  refuses: 0,
  abandon: -1,
  must_leave: -1,
  props: 0,
  lifts: 0,
  stays_closed: 0,
  keeps_closed: 0,
};
/** What is told of whoever has done nothing else. */
const SWAPS = new Set(['swaps', 'swaps_top']);
/** Where somebody goes: only the last of it is told. */
const WAYS = new Set(['goes', 'arrives', 'enters', 'leaves', 'stays']);
/** What somebody does in a duel that goes on. */
const LAID = new Set(['lays', 'stands', 'passes', 'passes_empty']);

/** What befalls both in a duel: the text for whoever is told of, with its sign, and the rival's. */
const DUELS: Record<string, [string, number, string, number]> = {
  wins: ['won', 1, 'beaten', -1],
  drawn: ['drawn', 0, 'drawn', 0],
  robs: ['robs', 1, 'robbed', -1],
  loots: ['loots', 1, 'looted', -1],
  loots_known: ['loots', 1, 'looted', -1],
};

export function recap(lines: Line[], { seat: own, tell }: Eyes): Effect[] {
  const ways = new Map<number, Effect>();
  const tiles = new Map<number, { n: number; grams: number; told: boolean }>();
  const propped = lines.filter(({ key }) => key === 'log.props').map(seatIn);
  const over = lines.some(({ key }) => key === 'log.wins' || key === 'log.drawn');
  const swaps: Effect[] = [];
  const seen: Effect[] = []; // whoever did anything stands in the order of it
  const effects = lines.flatMap((line): Effect[] => {
    const [seat, key] = [seatIn(line), line.key.replace('log.', '')];
    if (seat === undefined) return [];
    if (seat !== own) seen.push({ seat, text: '' });
    if (key === 'cave_in' && !propped.includes(seat))
      return [{ seat, text: tell('recap.cave_in', line.args), sign: -1 }];
    if (key === 'challenges' && !over) return [{ seat, text: tell('recap.duel', line.args) }];
    if (DUELS[key]) return both(line, DUELS[key]);
    if (WAYS.has(key) && seat !== own) ways.set(seat, { seat, text: tell(`recap.${key}`, line.args) });
    if (LAID.has(key) && seat !== own && !over) ways.set(seat, { seat, text: tell(`recap.${key}`, line.args) });
    if (SWAPS.has(key)) swaps.push({ seat, text: tell(`recap.${key}`, line.args) });
    if (key === 'digs' || key === 'finds') dug(seat, line);
    const sign = TOLD[key];
    return sign === undefined ? [] : [{ seat, text: tell(`recap.${key}`, line.args), sign }];
  });
  const ore = [...tiles].map(([seat, { n, grams, told }]) => ({
    seat,
    text: tell(told ? 'recap.grams' : 'recap.tiles', { n, grams }),
    sign: told && !grams ? 0 : 1,
  }));
  const told = [...effects, ...ore, ...ways.values()];
  const idle = swaps.filter(({ seat }) => !told.some((one) => one.seat === seat));
  return [...seen, ...told, ...idle];

  function dug(seat: number, line: Line): void {
    const had = tiles.get(seat) ?? { n: 0, grams: 0, told: false };
    const ore = line.args['ore'] as Line | undefined; // one's own alone
    const grams = ore?.key === 'ore.gold' ? numberIn(ore, 'grams') : 0;
    tiles.set(seat, { n: had.n + 1, grams: had.grams + grams, told: Boolean(ore) });
  }
  function both(line: Line, [won, gain, lost, loss]: [string, number, string, number]): Effect[] {
    const [seat, rival] = [line.args['seat'], line.args['rival']] as [SeatArgument, SeatArgument];
    return [
      { seat: seat.seat, text: tell(`recap.${won}`, { ...line.args, rival }), sign: gain },
      { seat: rival.seat, text: tell(`recap.${lost}`, { ...line.args, rival: seat }), sign: loss },
    ];
  }
}
