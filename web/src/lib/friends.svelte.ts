// Whom one knows: asked again and again as long as somebody looks, and changed by what the server answers.

import type { Friends } from '../friends';
import { api } from './api';
import { complaintOf } from './texts.svelte';

const AGAIN = 20_000; // milliseconds until it is asked who is here now

export class FriendList {
  known: Friends | null = $state.raw(null);
  complaint = $state('');
  busy = $state(false);
  #timer: ReturnType<typeof setInterval>;

  constructor() {
    void this.#look();
    this.#timer = setInterval(() => void this.#look(), AGAIN);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Does something that answers with whom one knows now; whether it was done. */
  async do(work: () => Promise<Friends>): Promise<boolean> {
    this.busy = true;
    this.complaint = '';
    try {
      this.known = await work();
      return true;
    } catch (error) {
      this.complaint = complaintOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async #look(): Promise<void> {
    if (document.visibilityState === 'hidden' || this.busy) return;
    await api.friends().then(
      (found) => (this.known = found),
      () => undefined, // it is asked again
    );
  }
}
