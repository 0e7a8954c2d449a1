// How a review comes to be: a rough one at once, a refined one while one looks, a deep one on wish.

import { api, Refusal } from '../lib/api';
import type { Review } from '../review';

export const BUDGETS = ['fast', 'normal', 'deep'] as const;
export type Budget = (typeof BUDGETS)[number];

const SOON = 5; // seconds after which something else will be done

/** After how many seconds it is worth to ask again by oneself; null if never. */
export function waitOf(error: unknown): number | null {
  if (!(error instanceof Refusal)) return null;
  return error.wait ?? (error.reason === 'too_fast' ? SOON : null);
}

/** The review of one match, as far as it has come. */
export class Course {
  review: Review | null = $state.raw(null);
  asked: Budget | null = $state(null); // what is being reckoned
  trouble: unknown = $state.raw(null); // why that did not come
  private wanted: Budget = 'normal';
  private left = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly link: string) {}

  /** Asks for a review of a budget; if there is none yet, for a rough one before it. */
  async ask(most: Budget): Promise<void> {
    clearTimeout(this.timer);
    this.trouble = null;
    this.wanted = most;
    for (const budget of new Set<Budget>(this.review ? [most] : ['fast', most])) {
      this.asked = budget;
      try {
        const found = await api.review(this.link, budget);
        if (this.left) return;
        this.review = found;
      } catch (error) {
        if (this.left) return;
        this.trouble = error;
        const wait = waitOf(error);
        if (wait !== null) this.timer = setTimeout(() => void this.ask(most), 1000 * wait);
        break;
      }
    }
    this.asked = null;
  }

  /** Asks once more for what did not come. */
  again(): void {
    void this.ask(this.wanted);
  }

  /** Nobody looks any more. */
  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
  }
}
