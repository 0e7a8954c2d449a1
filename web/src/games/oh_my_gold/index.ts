// Oh My Gold!: a moonlit harbour, boats along the quay, chests on deck and thick wooden dice.

import type { GameParts } from '..';
import type { Line } from '../../lib/view';
import { pace } from '../../lib/settings.svelte';
import type { Teller } from '../../lib/texts.svelte';
import { opensAtOnce } from './harbour';

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
  if (choice.text === 'roll') return tell('action.roll');
  if (choice.text === 'end')
    return view['keyed'].length ? tell('action.end_opening', { n: view['keyed'].length }) : tell('action.end');
  const slot = /^open(\d)$/.exec(choice.text)?.[1];
  if (slot) return tell(opensAtOnce(view) ? 'action.open' : 'action.keys', { slot, n: view['row'][Number(slot) - 1] });
  const [what = '', rival] = choice.text.split('<');
  if (rival === undefined) return tell('action.load', { treasure: treasure(what, tell) });
  return tell('action.steal', { treasure: treasure(what, tell), seat: { seat: Number(rival) } });
};

const OPENING = 1800; // milliseconds for a chest
const ANOTHER = 350; // for each that is opened with it

/** Chests that are opened together: with two or three there is more to see. */
export const happening: GameParts['happening'] = (lines) => {
  const opens = lines.filter((line) => line.key === 'log.opens');
  const from = lines.slice(lines.indexOf(opens[0]!), lines.indexOf(opens.at(-1)!) + 1);
  const together = from.every(({ key }) => key === 'log.opens' || key === 'log.last_chest'); // in one turn
  if (!opens.length || !together || !pace()) return null;
  const quick = Math.min(Math.max(pace() / 1000, 0.6), 1.4);
  const prompt = { key: 'prompt.opening', args: { seat: opens[0]!.args['seat'], n: opens.length } };
  return { long: quick * (OPENING + ANOTHER * (opens.length - 1)), prompt };
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
  'log.keys': 'key',
  'log.opens': 'gold',
  'log.loads': 'gold',
  'log.steals': 'gold',
};
