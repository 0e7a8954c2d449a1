// How oneself is told of one's turn: what the server knows, and what this browser can do.

import type * as wire from '../notices';
import { api } from './api';
import { allowNotifying, canNotify, notifies } from './notify';
import { canPush, idOf, subscribe, subscribed, unsubscribe } from './push';
import { choose, settings } from './settings.svelte';
import { complaintOf, say } from './texts.svelte';

/** Where this browser is: told always, while a page is open, not at all, or it cannot or may not be. */
export type Here = 'push' | 'open' | 'off' | 'blocked' | 'none';

/** The clock of this browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Minutes of the day as a clock shows them, and back. */
export function clockOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, '0')).join(':');
}
export function minuteOf(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number);
  return 60 * (hour ?? 0) + (minute ?? 0);
}

export class NoticeSettings {
  told: wire.Notices | null = $state.raw(null);
  here: Here | null = $state(null);
  complaint = $state('');
  busy = $state(false);

  constructor() {
    void this.#try(() => api.notices());
  }

  get wishes(): wire.Wishes {
    return this.told!.wishes;
  }

  /** Keeps other wishes, by the clock and in the language of this browser. */
  wish(wishes: Partial<wire.Wishes>): Promise<boolean> {
    const { lang } = settings;
    return this.#try(() => api.wish({ ...this.wishes, ...wishes, zone: ownZone(), lang }));
  }

  /** Has this browser told, if the person allows it. */
  async turnOn(): Promise<void> {
    if (!(await allowNotifying())) return this.#look();
    if (await this.wish({})) await this.#try(async () => (canPush() ? subscribe(this.told!.key) : this.told!));
  }

  async turnOff(): Promise<void> {
    choose('notify', false);
    await this.#try(unsubscribe);
  }

  writeTo(address: string): Promise<boolean> {
    return this.#try(async () => {
      await api.wish({ ...this.wishes, zone: ownZone(), lang: settings.lang });
      return api.writeTo(address);
    });
  }

  confirm(code: string): Promise<boolean> {
    return this.#try(() => api.confirm(code));
  }

  forgetAddress(): Promise<boolean> {
    return this.#try(() => api.forgetAddress());
  }

  async #try(work: () => Promise<wire.Notices>): Promise<boolean> {
    this.busy = true;
    this.complaint = '';
    try {
      this.told = await work();
      return true;
    } catch (error) {
      this.complaint = error instanceof DOMException ? say('notices.no_push') : complaintOf(error);
      return false;
    } finally {
      this.busy = false;
      await this.#look();
    }
  }

  async #look(): Promise<void> {
    if (!canNotify()) this.here = 'none';
    else if (Notification.permission === 'denied') this.here = 'blocked';
    else if (!notifies()) this.here = 'off';
    else {
      const known = await subscribed().catch(() => null);
      this.here = known && this.told?.devices.includes(await idOf(known.endpoint)) ? 'push' : 'open';
    }
  }
}
