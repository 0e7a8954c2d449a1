// One's own matches that are over, a page at a time, of one game or of all.

import { api } from '../lib/api';
import type { Played } from '../personal';

export class PlayedMatches {
  matches: Played[] = $state.raw([]);
  more: string | null = $state(null); // after what to ask for older ones
  asked = $state(false); // whether the first page has come
  trouble: unknown = $state.raw(null);
  #game = '';

  /** Shows the newest matches of a game, or of all. */
  async show(game: string): Promise<void> {
    this.#game = game;
    await this.#ask('');
  }

  /** Shows older ones too. */
  async older(): Promise<void> {
    if (this.more) await this.#ask(this.more);
  }

  async #ask(after: string): Promise<void> {
    const game = this.#game;
    try {
      const page = await api.played(game, after);
      if (game !== this.#game) return; // another game is shown by now
      this.matches = after ? [...this.matches, ...page.matches] : page.matches;
      this.more = page.more;
      this.trouble = null;
      this.asked = true;
    } catch (error) {
      this.trouble = error;
    }
  }
}
