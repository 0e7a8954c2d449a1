// Golden-Town: the street map, four mines in section, and the hand.

import type { GameParts } from '..';
import type { Teller } from '../../lib/texts.svelte';
import type { View } from '../../lib/view';

export { default as Board } from './Board.svelte';

/** What a level card such as YG-2 shows, in words. */
function levels(name: string, tell: Teller): { colours: string; n: number } {
  const [shows = '', steps] = name.split('-');
  return { colours: [...shows].map((letter) => tell(`colour.${letter}`)).join('-'), n: Number(steps) };
}

/** A card such as YG-2 in words. */
export function card(name: string, tell: Teller): string {
  return /^[YGRB]/.test(name) ? tell('card.of', levels(name, tell)) : tell(`card.${name.split('-')[0]}`);
}

/** Level cards in words, which a terminal calls by what is typed for them. */
export const telling: GameParts['telling'] = (tell) => (said, args) => {
  if (typeof said === 'string') return tell(said, args);
  const spelled = Object.entries(said.args).map(([name, value]) => [
    name,
    value?.key === 'card.level' ? { ...value, args: levels(value.args.name, tell) } : value,
  ]);
  return tell({ ...said, args: Object.fromEntries(spelled) });
};

const PLAIN = new Set([
  ...['stay', 'enter', 'agree', 'refuse', 'wait', 'leave', 'take', 'keep', 'fall', 'up', 'down'],
  ...['on', 'surface', 'stop', 'first', 'second', 'pass'],
]);
const DEPTHS = ['entrance', '1', '2', '3', '4'];

type Word = (found: RegExpExecArray, tell: Teller, view: View) => string;

const PATTERNS: [RegExp, Word][] = [
  [/^make(\d)$/, ([, n], tell) => tell('action.make', { n: Number(n) })],
  [/^fight(\d)$/, ([, seat], tell) => tell('action.fight', { seat: { seat: Number(seat) } })],
  [/^lift(\d)$/, ([, level], tell) => tell('action.lift', { depth: depth(level!, tell) })],
  [/^joker-lift(\d)$/, ([, level], tell) => tell('action.lift_joker', { depth: depth(level!, tell) })],
  [/^(mine|prop)$/, ([, shown], tell) => tell('action.show', { card: card(shown!, tell) })],
  [/^joker-(mine|prop)$/, (_, tell) => tell('action.show', { card: card('joker', tell) })],
  [
    /^(.+)>(talon|top)$/,
    ([, given, from], tell, view) =>
      tell(`action.${from}`, { card: card(given!, tell), top: card(view['top'] ?? '', tell) }),
  ],
  [/^\+joker(\d)$/, ([, n], tell) => tell('action.joker_steps', { n: Number(n) })],
  [/^\+(.+)$/, ([, laid], tell) => tell('action.lay', { card: card(laid!, tell) })],
  [/^(joker|[YGRB]+-\d)$/, ([, used], tell) => tell('action.dig', { card: card(used!, tell) })],
];

function depth(level: string, tell: Teller): string {
  return tell(`depth.${DEPTHS[Number(level)]}`);
}

export const wording: GameParts['wording'] = (choice, view, tell) => {
  const said = choice.text;
  if (said === 'enter' && view['prompt'].key.startsWith('prompt.arriving')) return tell('action.ask');
  if (PLAIN.has(said)) return tell(`action.${said}`);
  const squares: { name: string; kind: string }[] = view['map'].squares;
  const square = squares.find((one) => one.name === said);
  if (square?.kind === 'bank') return tell('action.go_bank');
  if (square) return tell(square.kind === 'concession' ? 'action.go_concession' : 'action.go', { square: said });
  for (const [pattern, word] of PATTERNS) {
    const found = pattern.exec(said);
    if (found) return word(found, tell, view);
  }
  return said;
};

export const offBoard: GameParts['offBoard'] = (choice) => choice.text === 'keep';

export const standing: GameParts['standing'] = (view, seat, tell) => {
  const player = view['players'][seat];
  return [
    { label: tell('board.banked'), value: player.banked },
    { label: tell('board.cart'), value: player.cart },
    { label: tell('board.cards'), value: player.cards },
  ];
};

export const paragraphs = {
  making: 'T41',
  going: 'T9',
  going_or_fight: 'T45',
  staying: 'T10',
  staying_or_fight: 'T45',
  arriving: 'T37',
  arriving_or_fight: 'T38',
  entering: 'T38',
  entering_or_fight: 'T38',
  answering: 'T39',
  swapping: 'T13',
  showing: 'T19',
  waiting: 'T21',
  mining: 'T22',
  taking: 'T25',
  propping: 'T33',
  running: 'T23',
  starting: 'T23',
  facing: 'T47',
  duelling: 'T48',
  passing: 'T51',
  waits: 'T9',
  over: 'T44',
};

export const sounds: GameParts['sounds'] = {
  'log.rolls': 'dice',
  'log.plays': 'card',
  'log.lays': 'card',
  'log.makes': 'gold',
  'log.banks': 'gold',
  'log.robs': 'gold',
  'log.stands': 'card',
  'log.lifts': 'card',
  'log.opens': 'card',
  'log.cave_in': 'boom',
  'log.wins': 'boom',
};
