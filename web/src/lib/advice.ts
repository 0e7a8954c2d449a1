// What is suggested to whoever is to act: by the guide of a first match, or by a hint.

import type { Choice } from '../games';
import type { AnyView } from '../shapes';

/** All choices, one of them marked as advised. */
export function marked(choices: Choice[], action: number | null): Choice[] {
  return choices.map((choice) => (choice.action === action ? { ...choice, advised: true } : choice));
}

/** The number that an action stands for where an amount is chosen. */
export function amountOf({ amount }: AnyView, action: number | null): number | null {
  if (!amount || action === null) return null;
  const n = action - amount.action;
  return n >= amount.least && n <= amount.most ? n : null;
}
