// What came of the cards that were turned: carats for their owners, and what has left the table.

import type { Effect, Eyes } from '../../lib/recap';
import { numberIn, seatIn } from '../../lib/view';
import type { Line } from '../../shapes';

const NOTHING = new Set(['log.only_gold', 'log.too_weak', 'log.equal']);
const CARATS = new Set(['log.finds', 'log.unowned', 'log.grabs']);

export function recap(lines: Line[], { tell }: Eyes): Effect[] {
  let mover = -1; // who turns the cards
  return lines.flatMap((line): Effect[] => {
    const { key, args } = line;
    if (key === 'log.turns') mover = seatIn(line)!;
    if (CARATS.has(key)) return found(seatIn(line)!, numberIn(line, 'n'));
    if (NOTHING.has(key)) return [{ seat: mover, text: tell('recap.nothing') }];
    if (key === 'log.blast') return [{ seat: mover, text: tell('recap.blast') }];
    if (key === 'log.chases') return [{ seat: mover, text: tell('recap.gone', { card: args['weak'] }) }];
    if (key === 'log.leaves') return [{ seat: mover, text: tell('recap.gone', { card: args['card'] }) }];
    return [];
  });

  /** Prospectors work for their owner on anybody's turn. */
  function found(seat: number, n: number): Effect[] {
    if (seat === mover || mover < 0) return [{ seat, text: tell('recap.finds', { n }), sign: 1 }];
    return [
      { seat, text: tell('recap.thanks', { n, rival: { seat: mover } }), sign: 1 },
      { seat: mover, text: tell('recap.for', { n, rival: { seat } }) },
    ];
  }
}
