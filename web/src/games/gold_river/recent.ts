// What everybody did last, each in a few words: where the boat landed, and the carats that came or went there.

import { lineIn, numberIn, seatIn } from '../../lib/view';
import type { Line } from '../../shapes';
import type { Teller } from '../../lib/texts.svelte';
import type { View } from './shapes';

/** What somebody did last; carats are those that the purse won or lost by it. */
export interface Recent {
  seat: number;
  carats: number;
  text: string;
}

const BEGINS = /^log\.(calls_|rolls_|stays|at_fork|to_fork|misses)/;
const SILENT = new Set(['log.breaks', 'log.starts']);
const FARE = 'log.drinks'; // what a saloon takes, the view says
const SIGNS: Record<string, 1 | -1> = {
  'log.digs': 1,
  'log.takes': 1,
  'log.saloon_wins': 1,
  'log.casino_wins': 1,
  'log.casino_loses': -1,
  'log.falls': -1,
  'log.indians': -1,
  'log.bandits': -1,
};

/** What a line says a purse has won or lost. */
function won(line: Line, fare: number): number {
  if (line.key === FARE) return -fare;
  const sign = SIGNS[line.key];
  return sign ? sign * numberIn(lineIn(line, 'carats'), 'n') : 0;
}

/** A number with its sign, as it is printed. */
export const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

/** What a turn came to, by the last of its lines. */
function told(lines: Line[], carats: number, tell: Teller): string {
  const last = lines.at(-1)!;
  if (BEGINS.test(last.key) || last.key.startsWith('log.goes_on') || last.key.startsWith('log.turns_off'))
    return last.args['end'] ? tell(lineIn(last, 'end')) : tell(last.key.replace('log.', 'recent.'));
  const moved = last.args['carats'] ? numberIn(lineIn(last, 'carats'), 'n') : 0;
  return tell(last.key.replace('log.', 'recent.'), { n: signed(carats), carats: moved });
}

/** The last turn of everybody, in the order of their turns. */
export function recent(lines: Line[], view: View, tell: Teller): Recent[] {
  const turns = new Map<number, Line[]>();
  for (const line of lines) {
    const seat = seatIn(line);
    if (seat === undefined || !line.key.startsWith('log.') || SILENT.has(line.key)) continue;
    const begins = BEGINS.test(line.key);
    if (begins) turns.delete(seat); // it comes last now
    if (begins) turns.set(seat, [line]);
    else turns.get(seat)?.push(line);
  }
  return [...turns].map(([seat, turn]) => {
    const carats = turn.reduce((sum, line) => sum + won(line, view.pays.fare), 0);
    return { seat, carats, text: told(turn, carats, tell) };
  });
}
