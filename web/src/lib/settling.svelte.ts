// A click right after a change was meant for what was there before: it does nothing, unless that is still there.

import type { Choice } from '../games';

const SETTLING = 300; // milliseconds

/** Tells whether a click is meant. */
export class Settling {
  fresh = $state(false); // whether the table has changed only just now
  #lying = new Set<number>(); // what could be done on the board before one's last action, and that alone has changed

  constructor(changes: () => unknown) {
    $effect(() => {
      changes();
      this.fresh = true;
      const settled = setTimeout(() => (this.fresh = false), SETTLING);
      return () => clearTimeout(settled);
    });
  }

  /** One does something where all this could be done: whatever else lies on the board may be wanted next. */
  acted(action: number, choices: Choice[]): void {
    this.#lying = new Set(choices.map((choice) => choice.action).filter((other) => other !== action));
  }

  /** Somebody else has done something: nothing is as it was. */
  forget(): void {
    this.#lying.clear();
  }

  /** Whether a click on the board means this: things keep their places there, as buttons in words do not. */
  meant(action: number): boolean {
    return !this.fresh || this.#lying.has(action);
  }
}
