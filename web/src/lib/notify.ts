// Notifications of this browser, as long as a page of the app is open in it; asked for by a button alone.

import type * as wire from '../messages';
import { root } from './root';
import { go, here } from './router.svelte';
import { choose, settings } from './settings.svelte';
import { play } from './sound';
import { say } from './texts.svelte';

/** Whether this browser can show any. */
export function canNotify(): boolean {
  return 'Notification' in globalThis;
}

/** Whether they are shown: wanted here, and allowed. */
export function notifies(): boolean {
  return settings.notify && canNotify() && Notification.permission === 'granted';
}

/** Asks the person for permission; whether it was given. */
export async function allowNotifying(): Promise<boolean> {
  const allowed = canNotify() && (await Notification.requestPermission()) === 'granted';
  choose('notify', allowed);
  return allowed;
}

/** Lets somebody who is not at these tables notice that they wait from now on. */
export function ring(fresh: wire.Waiting[]): void {
  const there = here.path.split('/').at(-1)?.toUpperCase();
  if (fresh.some(({ code }) => code !== there)) play('turn'); // a table that is shown is heard by itself
  if (document.hidden && notifies()) for (const one of fresh) void show(one);
}

async function show({ code, game, seat, invited }: wire.Waiting): Promise<void> {
  const path = `/table/${code}`;
  const named = say(`${game}.game.title`);
  const said = say(invited ? 'home.invited' : seat ? 'home.rematch' : 'home.your_turn');
  const options = { body: named, tag: code, icon: `${root}/icon.svg`, data: { path: root + path } };
  const worker = await navigator.serviceWorker?.getRegistration(`${root}/`).catch(() => undefined);
  if (worker?.active) return worker.showNotification(said, options);
  try {
    new Notification(said, options).onclick = () => {
      focus();
      go(path);
    };
  } catch {
    // some browsers show them for service workers alone
  }
}
