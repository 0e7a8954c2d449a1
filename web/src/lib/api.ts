// Plain requests: everything around a table but play itself.

import type * as wire from '../messages';

/** The server said no. */
export class Refusal extends Error {
  constructor(
    readonly reason: wire.Reason,
    detail: string,
    readonly later: wire.LaterRules | null = null, // if it goes by rules that the server does not know yet
  ) {
    super(detail);
  }
}

/** The server did not answer. */
export class Gone extends Error {}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Gone();
  }
  if (answer.ok) return answer.json();
  if (answer.status >= 502 && answer.status <= 504) throw new Gone();
  const said: Partial<wire.Complaint> = await answer.json().catch(() => ({}));
  throw new Refusal(said.reason ?? 'broken', said.detail ?? answer.statusText, said.later ?? null);
}

const table = (code: string) => `/tables/${encodeURIComponent(code)}`;

export const api = {
  me: () => ask<wire.Me>('GET', '/me'),
  games: () => ask<wire.GameInfo[]>('GET', '/games'),
  personas: () => ask<wire.PersonaInfo[]>('GET', '/personas'),
  lobby: (before: number) => ask<wire.Lobby>('GET', `/tables?before=${before}`),
  create: (wanted: wire.NewTable) => ask<wire.Seated>('POST', '/tables', wanted),
  teach: (wanted: wire.NewLesson) => ask<wire.Seated>('POST', '/lessons', wanted),
  show: (code: string) => ask<wire.Seated>('GET', table(code)),
  join: (code: string, joining: wire.Joining) => ask<wire.Seated>('POST', `${table(code)}/seats`, joining),
  leave: (code: string) => ask<wire.Seated>('DELETE', `${table(code)}/seats`),
  lots: (code: string, wanted: boolean) => ask<wire.Seated>('PUT', `${table(code)}/lots`, { wanted }),
  give: (code: string, seat: number, persona: string) =>
    ask<wire.Seated>('PUT', `${table(code)}/seats/${seat}/persona`, { persona }),
  standIn: (code: string, seat: number) => ask<wire.Seated>('POST', `${table(code)}/seats/${seat}/stand-in`),
  take: (code: string, seat: number) => ask<wire.Seated>('DELETE', `${table(code)}/seats/${seat}/persona`),
  start: (code: string) => ask<wire.Seated>('POST', `${table(code)}/start`),
  rematch: (code: string) => ask<wire.Seated>('POST', `${table(code)}/rematch`),
  proof: (code: string) => ask<wire.Proof>('GET', `${table(code)}/proof`),
  replay: (link: string, seat: number | null) =>
    ask<wire.Replay>('GET', `/replay?link=${encodeURIComponent(link)}${seat === null ? '' : `&seat=${seat}`}`),
};

/** Letters nobody can foresee, for ids and salts. */
export function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The address of a socket of this server. */
export function socketAddress(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api${path}`;
}
