// Being told by the push service of this browser, also while no page of the app is open.

import type * as wire from '../notices';
import { api } from './api';
import { root } from './root';

/** Whether this browser can be told: over https, or on this machine, and by a worker. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis;
}

/** How this browser is told now, if it is. */
export async function subscribed(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration(`${root}/`);
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Has this browser told from now on by a server with a key. */
export async function subscribe(key: string): Promise<wire.Notices> {
  await navigator.serviceWorker.register(`${root}/sw.js`, { scope: `${root}/` });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: octets(key) };
  const known = await pushManager.getSubscription();
  if (known && !same(known, options.applicationServerKey)) await known.unsubscribe(); // of a server that is no more
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
  return api.addDevice({ endpoint: endpoint!, key: keys!['p256dh']!, auth: keys!['auth']! });
}

/** Has it told no more. */
export async function unsubscribe(): Promise<wire.Notices> {
  const known = await subscribed();
  if (!known) return api.notices();
  await known.unsubscribe();
  return api.dropDevice(await idOf(known.endpoint));
}

/** The number by which the server names a browser. */
export async function idOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function same(known: PushSubscription, key: Uint8Array): boolean {
  const given = known.options.applicationServerKey;
  return given !== null && String(new Uint8Array(given)) === String(key);
}

function octets(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
