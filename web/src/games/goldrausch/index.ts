// Goldrausch: a ledger of six groups, characters to the left and gold to the right.

import { summed, type GameParts } from '..';

export { default as Board } from './Board.svelte';

interface Group {
  name: string;
  letter: string;
}

export const wording: GameParts['wording'] = (choice, view, tell) => {
  if (choice.text === 'pass') return tell('action.pass');
  const groups: Group[] = view['groups'];
  const joined = choice.text === 'join' ? groups[view['card'].group] : null;
  const group = joined ?? groups.find((one) => one.letter === choice.text);
  return tell(joined ? 'action.join' : 'action.lay', { group: tell(`group.${group?.name}`) });
};

export const standing: GameParts['standing'] = (view, seat, tell) => {
  const purse = view['purses'][seat];
  return [
    { label: tell('board.total'), value: purse.total },
    { label: tell('board.now'), value: `+${purse.now}` },
    { label: tell('board.tokens'), value: purse.tokens },
  ];
};

export const accounts: GameParts['accounts'] = (lines, view, tell) => {
  const ends = lines.flatMap((line, n) => (line.key === 'log.round_over' ? [n] : []));
  return ends.map((start, n) => ({
    label: tell('account.round', { round: n + 1 }),
    values: summed(lines.slice(start, ends[n + 1]), 'log.earned', view['purses'].length),
  }));
};

export const paragraphs = { join: 'K7', lay: 'K10', waits: 'K6', drawing: 'K6', start: 'K17', over: 'K16' };

export const sounds: GameParts['sounds'] = {
  'log.draws': 'card',
  'log.joins': 'turn',
  'log.round_over': 'gold',
};
