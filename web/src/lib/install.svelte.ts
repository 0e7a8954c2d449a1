// The app on one's own device: its service worker, and the browser's offer to install it.

import { root } from './root';

/** What some browsers offer; it can be taken once. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

let offer: Offer | null = $state.raw(null);

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault(); // the app has a button of its own
  offer = event as Offer;
});
addEventListener('appinstalled', () => (offer = null));

/** Whether the browser would install the app now. */
export function installable(): boolean {
  return offer !== null;
}

/** Has the browser ask whether the app is to be installed. */
export async function install(): Promise<void> {
  const taken = offer;
  offer = null;
  await taken?.prompt();
}

/** Has pages and rule books kept, where a browser can do that. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register(`${root}/sw.js`).catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
