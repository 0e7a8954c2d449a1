// Which cards went where and who has joined whom; for oneself, what that is worth as things stand.

import type { Effect, Eyes } from '../../lib/recap';
import { lineIn, numberIn, seatIn } from '../../lib/view';
import type { Line } from '../../shapes';
import type { View } from './shapes';

export function recap(lines: Line[], { view, before, seat: own, tell }: Eyes<View>): Effect[] {
  let drawn: Line | null = null;
  const effects = lines.flatMap((line): Effect[] => {
    const { key, args } = line;
    if (key === 'log.draws') drawn = line;
    const seat = seatIn(line) ?? (drawn ? seatIn(drawn) : undefined);
    if (seat === undefined) return [];
    const n = key === 'log.earned' ? numberIn(line, 'n') : 0;
    if (n) return [{ seat, text: tell('recap.earned', { n }), sign: 1 }];
    if (seat === own && key !== 'log.only') return []; // one knows what one has done, but not what was no choice
    if (key === 'log.lays' || key === 'log.only') return [{ seat, text: laid(args['group']) }];
    if (key === 'log.joins') return [{ seat, text: tell('recap.joins', args) }];
    if (key === 'log.passes' || key === 'log.no_token')
      return [{ seat, text: tell(key.replace('log.', 'recap.'), args) }];
    return [];
  });
  return [...standing(), ...effects];

  function laid(group: unknown): string {
    const card = drawn && lineIn(drawn, 'card');
    return tell(card?.key === 'card.gold' ? 'recap.gold' : 'recap.false', { n: card?.args['n'], group });
  }
  /** What one's own tokens have gained or lost within a round. */
  function standing(): Effect[] {
    if (own === null || before?.round !== view.round) return [];
    const n = view.purses[own]!.now - before.purses[own]!.now;
    if (!n) return [];
    return [{ seat: own, text: tell('recap.stands', { n: n < 0 ? `−${-n}` : `+${n}` }), sign: Math.sign(n) }];
  }
}
