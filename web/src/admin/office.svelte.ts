// The host's visit to the admin page: who is signed in, and what the page asks the server.

import type * as wire from '../admin';
import { ask, Refusal } from '../lib/api';
import type { Phase } from '../messages';

const person = (key: string) => `/admin/people/${key}`;

export const admin = {
  visit: () => ask<wire.Visit>('GET', '/admin/visit'),
  signIn: (key: string) => ask<wire.Visit>('POST', '/admin/visit', { key }),
  signOut: () => ask<wire.Visit>('DELETE', '/admin/visit'),
  tables: (game: string, phase: Phase | '', after: string) =>
    ask<wire.AdminTables>('GET', `/admin/tables?${new URLSearchParams({ game, after, ...(phase && { phase }) })}`),
  close: (code: string) => ask<undefined>('DELETE', `/admin/tables/${code}`),
  load: () => ask<wire.Load>('GET', '/admin/load'),
  people: (name: string) => ask<wire.Someone[]>('GET', `/admin/people?${new URLSearchParams({ name })}`),
  rename: (key: string, name: string) => ask<wire.Someone>('PUT', `${person(key)}/name`, { name }),
  block: (key: string) => ask<wire.Someone>('PUT', `${person(key)}/block`),
  unblock: (key: string) => ask<wire.Someone>('DELETE', `${person(key)}/block`),
  reports: (resolved: boolean, after: number | null) =>
    ask<wire.ReportPage>('GET', `/admin/reports?resolved=${resolved}${after === null ? '' : `&after=${after}`}`),
  resolve: (number: number, how: wire.Resolving) => ask<wire.Reported>('PUT', `/admin/reports/${number}`, how),
  words: () => ask<wire.Words>('GET', '/admin/words'),
  setWords: (words: string[]) => ask<wire.Words>('PUT', '/admin/words', { words }),
  kept: () => ask<wire.Keeping>('GET', '/admin/kept'),
  acts: (after: number | null) => ask<wire.Acts>('GET', `/admin/acts${after === null ? '' : `?after=${after}`}`),
};

export class Office {
  until: number | null = $state(null); // when the visit ends; null for whoever is not signed in
  asked = $state(false); // whether it is known who is signed in
  missing = $state(false); // whether this server has no admin page
  busy = $state(false);
  trouble: unknown = $state.raw(null);

  constructor() {
    void this.#visit(admin.visit);
  }

  signIn(key: string): Promise<void> {
    return this.#visit(() => admin.signIn(key));
  }

  signOut(): Promise<void> {
    return this.#visit(admin.signOut);
  }

  /** Does something and returns the answer, or null; what went wrong is told. */
  async do<T>(work: () => Promise<T>): Promise<T | null> {
    this.busy = true;
    this.trouble = null;
    try {
      return await work();
    } catch (error) {
      this.trouble = error;
      if (error instanceof Refusal && error.reason === 'not_allowed') this.until = null;
      return null;
    } finally {
      this.busy = false;
    }
  }

  async #visit(how: () => Promise<wire.Visit>): Promise<void> {
    const visit = await this.do(how);
    if (visit) this.until = visit.until;
    this.missing = !this.asked && this.trouble instanceof Refusal && this.trouble.reason === 'not_found';
    this.asked ||= visit !== null || !this.missing;
  }
}
