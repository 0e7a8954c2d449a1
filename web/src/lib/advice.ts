// What is suggested to whoever is to act: by the guide of a first match, or by a hint.

import type { Choice } from '../games';
import type { Hinted } from '../messages';
import type { AnyView } from '../shapes';

/** All choices, one of them marked as advised. */
export function marked(choices: Choice[], action: number | null): Choice[] {
  return choices.map((choice) => (choice.action === action ? { ...choice, advised: true } : choice));
}

/** What a hint suggests, or nothing yet: where the strong player is still loading, nothing doubtful is. */
export type Counsel = Omit<Hinted, 'action'> & { action: number | null };

/** A hint as it is shown: what is doubtful needs a strong player to say that it is better than something else. */
export function sound(hinted: Hinted | null, doubtful: (action: number) => boolean): Counsel | null {
  if (!hinted || !doubtful(hinted.action)) return hinted;
  if (hinted.simple) return { ...hinted, action: null };
  const { action, other, ahead } = hinted;
  const level = other !== null && !Math.round(100 * ahead) && !doubtful(other);
  return level ? { ...hinted, action: other, other: action } : hinted;
}

/** The number that an action stands for where an amount is chosen. */
export function amountOf({ amount }: AnyView, action: number | null): number | null {
  if (!amount || action === null) return null;
  const n = action - amount.action;
  return n >= amount.least && n <= amount.most ? n : null;
}
