// The last throw of a die, as the log tells it.

import type { Told } from '../messages';
import { linesOf, numberIn } from './view';

/** The pips of the last throw and the number of the line that tells it, for lines that have pips under a name. */
export function lastThrow(
  log: Told[],
  tells: (key: string) => boolean,
  name: string,
): { pips: number; number: number } | null {
  for (let n = log.length - 1; n >= 0; n--) {
    const line = linesOf(log[n]!).find((one) => tells(one.key));
    if (line) return { pips: numberIn(line, name), number: log[n]!.number };
  }
  return null;
}
