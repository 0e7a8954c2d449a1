// Oh My Gold!: a moonlit harbour, boats along the quay, chests on deck and thick wooden dice.

import type { GameParts } from '..';
import type { Line } from '../../lib/view';
import type { Teller } from '../../lib/texts.svelte';

export { default as Board } from './Board.svelte';

/** A treasure such as CD in words. */
export function treasure(letters: string, tell: Teller): string {
  const count = (letter: string) => letters.split(letter).length - 1;
  const coins: Line = { key: 'treasure.coins', args: { n: count('C') } };
  const diamonds: Line = { key: 'treasure.diamonds', args: { n: count('D') } };
  if (count('C') && count('D')) return tell('treasure.both', { coins, diamonds });
  return tell(count('C') ? coins : diamonds);
}

export const wording: GameParts['wording'] = (choice, view, tell) => {
  if (choice.text === 'roll' || choice.text === 'end') return tell(`action.${choice.text}`);
  const slot = /^open(\d)$/.exec(choice.text)?.[1];
  if (slot) return tell('action.open', { slot, n: view['row'][Number(slot) - 1] });
  const [what = '', rival] = choice.text.split('<');
  if (rival === undefined) return tell('action.load', { treasure: treasure(what, tell) });
  return tell('action.steal', { treasure: treasure(what, tell), seat: { seat: Number(rival) } });
};

export const standing: GameParts['standing'] = (view, seat, tell) => {
  const boat = view['boats'][seat];
  const loot = [{ label: tell('board.loot'), value: boat.cards as number }];
  if (view['points']) loot.push({ label: tell('criterion.points'), value: view['points'][seat] });
  return loot;
};

export const accounts: GameParts['accounts'] = (_, view, tell) =>
  (['coins', 'diamonds'] as const).map((what) => ({
    label: tell(`account.${what}`),
    values: view['boats'].map((boat: Record<typeof what, number | null>) => boat[what] ?? 0),
  }));

export const paragraphs = {
  begin: 'O5',
  fill: 'O14',
  roll: 'O6',
  reveal: 'O8',
  waits: 'O6',
  use: 'O7',
  use_or_roll: 'O6',
  steal: 'O16',
  steal_or_roll: 'O16',
  end: 'O12',
  end_or_roll: 'O12',
  over: 'O22',
};

export const sounds: GameParts['sounds'] = {
  'log.rolls': 'dice',
  'log.rolls_again': 'dice',
  'log.opens': 'card',
  'log.loads': 'gold',
  'log.steals': 'gold',
};
