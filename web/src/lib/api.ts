// Plain requests: everything around a table but play itself.

import type * as challenges from '../daily';
import type * as wire from '../messages';
import type * as friends from '../friends';
import type * as notices from '../notices';
import type { Review } from '../review';
import type * as personal from '../personal';
import type { CreationOptions, RequestOptions, Signed } from './passkeys';
import { note } from './reach.svelte';
import { root } from './root';

/** The server said no. */
export class Refusal extends Error {
  constructor(
    readonly reason: wire.Reason,
    detail: string,
    readonly later: wire.LaterRules | null = null, // if it goes by rules that the server does not know yet
    readonly wait: number | null = null, // seconds after which it may be asked for again, if that helps
    readonly why: wire.Why | null = null, // the detail for whoever has translations
  ) {
    super(detail);
  }
}

/** The server did not answer. */
export class Gone extends Error {}

/** The answer to a request; it throws what went wrong. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`${root}/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    note(false);
    throw new Gone();
  }
  const there = answer.ok || answer.status < 502 || answer.status > 504;
  note(there);
  if (answer.status === 204) return undefined as T;
  if (answer.ok) return answer.json();
  if (!there) throw new Gone();
  const said: Partial<wire.Complaint> = await answer.json().catch(() => ({}));
  const { reason = 'broken', detail = answer.statusText, later, wait, why } = said;
  throw new Refusal(reason, detail, later, wait, why);
}

/** Whose eyes a replay is seen with: a seat's, those of whoever watches, or eyes that see everything. */
export type Eyes = number | 'watcher' | 'all';

function seen(eyes: Eyes): Record<string, string> {
  if (eyes === 'watcher') return {};
  return eyes === 'all' ? { uncovered: 'true' } : { seat: String(eyes) };
}

const table = (code: string) => `/tables/${encodeURIComponent(code)}`;

export const api = {
  played: (game: string, after: string) =>
    ask<personal.PlayedPage>('GET', `/me/games?${new URLSearchParams({ game, after })}`),
  me: () => ask<wire.Me>('GET', '/me'),
  myself: () => ask<personal.Myself>('GET', '/me/person'),
  rename: (name: string) => ask<personal.Myself>('PUT', '/me/name', { name }),
  newPhrase: () => ask<personal.NewPhrase>('POST', '/me/phrase'),
  dropPhrase: () => ask<personal.Myself>('DELETE', '/me/phrase'),
  byPhrase: (phrase: string) => ask<personal.Myself>('POST', '/me/phrase/sign-in', { phrase }),
  newCode: () => ask<personal.NewCode>('POST', '/me/device'),
  whoseCode: (code: string) => ask<personal.CodeOf>('POST', '/me/device/look', { code }),
  byCode: (code: string) => ask<personal.Myself>('POST', '/me/device/sign-in', { code }),
  passkeyWanted: (name: string) => ask<CreationOptions>('POST', '/me/passkeys/options', { name }),
  addPasskey: (name: string, credential: Signed) => ask<personal.Myself>('POST', '/me/passkeys', { name, credential }),
  renamePasskey: (key: string, name: string) => ask<personal.Myself>('PUT', `/me/passkeys/${key}`, { name }),
  dropPasskey: (key: string) => ask<personal.Myself>('DELETE', `/me/passkeys/${key}`),
  signInWanted: () => ask<RequestOptions>('POST', '/me/passkeys/sign-in/options'),
  byPasskey: (credential: Signed) => ask<personal.Myself>('POST', '/me/passkeys/sign-in', { credential }),
  signOut: (everywhere: boolean) => ask<personal.Myself>('POST', '/me/sign-out', { everywhere }),
  figures: () => ask<personal.Figures>('GET', '/me/figures'),
  showPage: (address: string | null) => ask<personal.Myself>('PUT', '/me/address', { address }),
  best: (game: string) => ask<personal.Best>('GET', `/best/${encodeURIComponent(game)}`),
  page: (address: string) => ask<personal.Page>('GET', `/people/${encodeURIComponent(address)}`),
  featured: () => ask<personal.Featured[]>('GET', '/featured'),
  mayBeFeatured: (featured: boolean) => ask<personal.Myself>('PUT', '/me/featured', { featured }),
  deleteAll: () => ask<personal.Myself>('DELETE', '/me/person'),
  friends: () => ask<friends.Friends>('GET', '/friends'),
  befriend: (whom: friends.Whom) => ask<friends.Friends>('POST', '/friends', whom),
  acceptFriend: (key: string) => ask<friends.Friends>('PUT', `/friends/${key}`),
  letGo: (key: string) => ask<friends.Friends>('DELETE', `/friends/${key}`),
  block: (whom: friends.Whom) => ask<friends.Friends>('POST', '/blocked', whom),
  blockKnown: (key: string) => ask<friends.Friends>('PUT', `/blocked/${key}`),
  unblock: (key: string) => ask<friends.Friends>('DELETE', `/blocked/${key}`),
  invite: (code: string, key: string) => ask<undefined>('POST', `${table(code)}/invitations`, { key }),
  invitations: () => ask<friends.Invited[]>('GET', '/invitations'),
  declineInvitation: (code: string) => ask<friends.Invited[]>('DELETE', `/invitations/${code}`),
  showMe: (shown: boolean) => ask<friends.Friends>('PUT', '/friends-see-me', { shown }),
  daily: () => ask<challenges.Today>('GET', '/daily/'),
  beginDaily: (name: string) => ask<challenges.Begun>('POST', '/daily/', { name }),
  dayTable: (day: string) => ask<challenges.DayTable>('GET', `/daily/${encodeURIComponent(day)}`),
  games: () => ask<wire.GameInfo[]>('GET', '/games'),
  personas: () => ask<wire.PersonaInfo[]>('GET', '/personas'),
  guests: () => ask<wire.GuestInfo[]>('GET', '/bots'),
  lobby: (query: URLSearchParams) => ask<wire.Lobby>('GET', `/tables?${query}`),
  create: (wanted: wire.NewTable) => ask<wire.Seated>('POST', '/tables', wanted),
  teach: (wanted: wire.NewLesson) => ask<wire.Seated>('POST', '/lessons', wanted),
  show: (code: string) => ask<wire.Seated>('GET', table(code)),
  join: (code: string, joining: wire.Joining) => ask<wire.Seated>('POST', `${table(code)}/seats`, joining),
  leave: (code: string) => ask<wire.Seated>('DELETE', `${table(code)}/seats`),
  lots: (code: string, wanted: boolean) => ask<wire.Seated>('PUT', `${table(code)}/lots`, { wanted }),
  give: (code: string, seat: number, persona: string) =>
    ask<wire.Seated>('PUT', `${table(code)}/seats/${seat}/persona`, { persona }),
  standIn: (code: string, seat: number) => ask<wire.Seated>('POST', `${table(code)}/seats/${seat}/stand-in`),
  comeBack: (code: string) => ask<wire.Seated>('DELETE', `${table(code)}/stand-in`),
  goAway: (code: string, until: number) => ask<wire.Seated>('PUT', `${table(code)}/vacation`, { until }),
  beBack: (code: string) => ask<wire.Seated>('DELETE', `${table(code)}/vacation`),
  goAwayEverywhere: (until: number) => ask<wire.Me>('PUT', '/vacation', { until }),
  beBackEverywhere: () => ask<wire.Me>('DELETE', '/vacation'),
  take: (code: string, seat: number) => ask<wire.Seated>('DELETE', `${table(code)}/seats/${seat}/persona`),
  start: (code: string, fewer = false) => ask<wire.Seated>('POST', `${table(code)}/start${fewer ? '?fewer=true' : ''}`),
  rematch: (code: string) => ask<wire.Seated>('POST', `${table(code)}/rematch`),
  proof: (code: string) => ask<wire.Proof>('GET', `${table(code)}/proof`),
  notices: () => ask<notices.Notices>('GET', '/notices'),
  wish: (wishes: notices.Wishes) => ask<notices.Notices>('PUT', '/notices', wishes),
  addDevice: (device: notices.NewDevice) => ask<notices.Notices>('PUT', '/notices/devices', device),
  dropDevice: (id: string) => ask<notices.Notices>('DELETE', `/notices/devices/${id}`),
  writeTo: (address: string) => ask<notices.Notices>('PUT', '/notices/address', { address }),
  confirm: (code: string) => ask<notices.Notices>('POST', '/notices/address/code', { code }),
  forgetAddress: () => ask<notices.Notices>('DELETE', '/notices/address'),
  unsubscribe: (token: string) => ask<undefined>('POST', `/notices/unsubscribe?${new URLSearchParams({ token })}`),
  noticesAt: (code: string) => ask<notices.TableNotices>('GET', `${table(code)}/notices`),
  wishAt: (code: string, often: notices.Often | null) =>
    ask<notices.TableNotices>('PUT', `${table(code)}/notices`, { often }),
  replay: (link: string, eyes: Eyes) =>
    ask<wire.Replay>('GET', `/replay?${new URLSearchParams({ link, ...seen(eyes) })}`),
  review: (link: string, budget: string) => ask<Review>('GET', `/review?${new URLSearchParams({ link, budget })}`),
};

/** Letters nobody can foresee, for ids and salts. */
export function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The address of a socket of this server. */
export function socketAddress(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${root}/api${path}`;
}
