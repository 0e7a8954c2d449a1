// Whoever plays here, as far as they keep anything: asked once, and changed by what the server answers.

import { api } from '../lib/api';
import { declined, make, use } from '../lib/passkeys';
import { unsubscribe } from '../lib/push';
import { root } from '../lib/root';
import { choose } from '../lib/settings.svelte';
import type { Myself } from '../personal';

export class Self {
  known: Myself | null = $state.raw(null);
  trouble: unknown = $state.raw(null);
  busy = $state(false);

  constructor() {
    void this.do(() => api.myself());
  }

  /** Does something that answers with who one is now; whatever goes wrong is told. */
  async do(what: () => Promise<Myself>): Promise<boolean> {
    this.busy = true;
    this.trouble = null;
    try {
      this.known = await what();
      return true;
    } catch (error) {
      if (!declined(error)) this.trouble = error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Keeps a name, which is proposed at tables from now on. */
  async rename(name: string): Promise<boolean> {
    const done = await this.do(() => api.rename(name));
    if (done) choose('name', this.known?.name ?? name);
    return done;
  }

  async makePasskey(person: string, name: string): Promise<boolean> {
    return this.do(async () => api.addPasskey(name, await make(await api.passkeyWanted(person))));
  }

  /** Signs in one way or another; all of the page is then somebody else's. */
  async signIn(how: () => Promise<Myself>): Promise<void> {
    if (!(await this.do(how))) return;
    if (this.known?.name) choose('name', this.known.name);
    arrive('#welcome');
  }

  async withPasskey(): Promise<void> {
    await this.signIn(async () => api.byPasskey(await use(await api.signInWanted())));
  }

  /** Signs out; this browser, which may be a friend's, is told nothing of one's turns any more. */
  async signOut(everywhere: boolean): Promise<void> {
    await unsubscribe().catch(() => null); // at the latest its push service then knows it no more
    if (await this.do(() => api.signOut(everywhere))) arrive('');
  }
}

/** Opens one's own page anew, so that nothing in memory is of whoever was here before. */
export function arrive(hash: string): void {
  history.replaceState(null, '', `${root}/me${hash}`);
  location.reload();
}
