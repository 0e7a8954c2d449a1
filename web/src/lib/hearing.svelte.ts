// What a table sounds like: its last line, one's turn, and the end.

import { play, type Sound } from './sound';
import { linesOf } from './view';
import type { Told } from '../messages';

interface Now {
  log: Told[];
  sounds: Record<string, Sound> | undefined; // by line of the log
  free: boolean; // to act
  over: boolean;
}

/** Lets a table be heard as it changes; what was there before is silent. */
export function hear(now: () => Now): void {
  let told = -1;
  let before = { free: false, over: false };
  $effect(() => {
    const { log, sounds, free, over } = now();
    const last = log.at(-1)?.number ?? 0;
    if (told >= 0 && last > told) {
      const fresh = log.filter((one) => one.number > told).flatMap(linesOf);
      const found = fresh.map((one) => sounds?.[one.key]).filter((one) => one !== undefined);
      if (found.length) play(found.at(-1)!);
    }
    if (over && !before.over && told > 0) play('win');
    if (free && !before.free) play('turn');
    told = last;
    before = { free, over };
  });
}
