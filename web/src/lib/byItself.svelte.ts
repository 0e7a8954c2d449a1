// What is done by itself after a moment, because nothing else can be: it can be stopped.

import { untrack } from 'svelte';
import type { Choice } from '../games';
import { pace } from './settings.svelte';

const MOMENT = 1200; // milliseconds

/** The action that is left, if it is; nothing once it has been stopped, or where a lesson speaks of it. */
export class ByItself {
  readonly long = $derived(Math.max(MOMENT, 1.2 * pace()));
  #stopped = $state(false);

  constructor(
    private readonly left: () => Choice | undefined,
    act: (action: number) => void,
  ) {
    $effect(() => {
      const action = this.#action;
      if (action === null) this.#stopped = false;
      if (action === null || this.#stopped) return undefined;
      const timer = setTimeout(() => untrack(() => act(action)), this.long);
      return () => clearTimeout(timer);
    });
  }

  /** Whether it is about to be done. */
  get due(): boolean {
    return this.#action !== null && !this.#stopped;
  }

  get #action(): number | null {
    const choice = this.left();
    return choice && !choice.advised ? choice.action : null;
  }

  stop = (): void => {
    this.#stopped = true;
  };
}
