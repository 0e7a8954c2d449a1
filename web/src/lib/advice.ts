// What is suggested to whoever is to act: by the guide of a first match, or by a hint.

import type { Choice } from '../games';
import type { Coaching } from '../messages';
import type { View } from './view';

/** The action that the guide names, or else the one of a hint. */
export function suggested(view: View, coach: Coaching | null | undefined, hint: number | null): number | null {
  if (!coach?.play) return hint;
  const named = (view['legal'] as Choice[]).find((choice) => choice.text === coach.play);
  const amount = view['amount'];
  if (named || !amount || !coach.play.startsWith(amount.name)) return named?.action ?? null;
  return amount.action + Number(coach.play.slice(amount.name.length));
}

/** All choices, one of them marked as advised. */
export function marked(choices: Choice[], action: number | null): Choice[] {
  return choices.map((choice) => (choice.action === action ? { ...choice, advised: true } : choice));
}

/** The number that an action stands for where an amount is chosen. */
export function amountOf(view: View, action: number | null): number | null {
  const amount = view['amount'];
  if (!amount || action === null) return null;
  const n = action - amount.action;
  return n >= amount.least && n <= amount.most ? n : null;
}
