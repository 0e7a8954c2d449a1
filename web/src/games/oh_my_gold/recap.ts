// What was loaded, found and stolen; who did nothing of it has nothing to show for the dice.

import type { Effect, Eyes } from '../../lib/recap';
import { lineIn, seatIn } from '../../lib/view';
import type { Line, SeatArgument } from '../../shapes';

export function recap(lines: Line[], { seat: own, tell }: Eyes): Effect[] {
  const effects = lines.flatMap((line): Effect[] => {
    const [seat, key] = [seatIn(line), line.key.replace('log.', 'recap.')];
    if (seat === undefined) return [];
    if (key === 'recap.loads') return [{ seat, text: tell(key, line.args), sign: 1 }];
    if (key === 'recap.opens') {
      const bones = lineIn(line, 'treasure').key === 'treasure.bones';
      return [{ seat, text: tell(bones ? 'recap.bones' : key, line.args) }];
    }
    if (key !== 'recap.steals') return [];
    const robbed = (line.args['rival'] as SeatArgument).seat;
    const theft = { seat, text: tell(key, line.args), sign: 1 };
    return robbed === own ? [{ seat: robbed, text: tell('recap.robbed', line.args), sign: -1 }, theft] : [theft];
  });
  const rolled = lines.filter(({ key }) => key === 'log.leaves').map((line) => seatIn(line)!);
  const idle = rolled.filter((seat) => !effects.some((one) => one.seat === seat && one.text && !lost(one)));
  return [...effects, ...idle.map((seat) => ({ seat, text: tell('recap.nothing') }))];
}

/** Whether it was done to a seat, not by it. */
const lost = ({ sign = 0 }: Effect) => sign < 0;
