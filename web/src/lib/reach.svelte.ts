// Whether the server can be reached: it is said on screen as long as it cannot, and found out when it can again.

import { root } from './root';

const EVERY = 4000; // milliseconds between two questions

let gone = $state(!navigator.onLine);
let asking: ReturnType<typeof setTimeout> | undefined;

/** Whether the server did not answer when it was last asked. */
export function unreachable(): boolean {
  return gone;
}

/** Notes whether it did. */
export function note(answered: boolean): void {
  gone = !answered;
  clearTimeout(asking);
  if (gone) asking = setTimeout(() => void ask(), EVERY);
}

async function ask(): Promise<void> {
  await fetch(`${root}/health`, { cache: 'no-store' }).then(
    (answer) => note(answer.status < 502 || answer.status > 504),
    () => note(false),
  );
}

addEventListener('offline', () => note(false));
addEventListener('online', () => void ask());
// A page that was kept on this device does not tell whether the server is there.
if (!navigator.onLine) note(false);
else if (navigator.serviceWorker?.controller) void ask();
