import { beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../catalogue';
import { bySeat } from '../lib/recap';
import { choose } from '../lib/settings.svelte';
import { load, teller } from '../lib/texts.svelte';
import type { AnyView, Line } from '../shapes';
import { GAMES } from '.';
import { viewOf, type Lang } from './boards.fixture';

const YOU = ['you', 'Felix', 'Zoe'];
const seat = (n: number) => ({ seat: n });
const line = (key: string, who: number | null, args: object = {}): Line => ({
  key: `log.${key}`,
  args: { ...(who === null ? {} : { seat: seat(who) }), ...args },
});
const text = (key: string, args: object = {}): Line => ({ key, args: { ...args } });

/** What the first seat is told to have befallen everybody: signs and words. */
async function told(game: string, lines: Line[], more: { view?: object; before?: object } = {}, lang: Lang = 'en') {
  choose('lang', lang);
  await load(lang, game);
  const view: AnyView = { ...viewOf(game), ...more.view };
  const before = more.before ? ({ ...view, ...more.before } as AnyView) : null;
  const effects = (await GAMES[game]!.load()).recap!(lines, { view, before, seat: 0, tell: teller(game, YOU) });
  return bySeat(effects, 0).map((one) => [
    one.seat,
    ...one.effects.map(({ text, sign = 0 }) => `${['-', '', '+'][sign + 1]}${text}`),
  ]);
}

const coins = (n: number) => text('treasure.coins', { n });
const STOLEN = [
  line('rolls', 1),
  line('steals', 1, { rival: seat(0), treasure: coins(3) }),
  line('leaves', 1, { n: 1 }),
  line('rolls', 2),
  line('leaves', 2, { n: 4 }),
  line('rolls', 0),
];
const card = text('card.level', { name: 'YG-2', shows: 'YG', n: 2 });
const DUG = [
  line('finds', 0, { level: text('depth.1'), ore: text('ore.gold', { grams: 200 }) }),
  line('finds', 0, { level: text('depth.2'), ore: text('ore.gold', { grams: 100 }) }),
  line('plays', 1, { card }),
  line('digs', 1, { level: text('depth.1') }),
  line('digs', 1, { level: text('depth.2') }),
  line('challenges', 2, { rival: seat(0) }),
  line('lays', 2, { card, n: 2, gap: 0 }),
  line('wins', 2, { rival: seat(0) }),
  line('robs', 2, { rival: seat(0), n: 1 }),
  line('parted', 2, { rival: seat(0) }),
];
const FOUND = [
  line('turns', 0, { card: text('card.gold', { n: 2 }) }),
  line('too_weak', null),
  line('turns', 1, { card: text('card.gold', { n: 2 }) }),
  line('finds', 0, { n: 2, card: text('card.gold', { n: 2 }) }),
  line('turns', 2, { card: text('card.dynamite') }),
  line('blast', null),
];
const LAID = [
  line('draws', 1, { card: text('card.gold', { n: 5 }) }),
  line('lays', 1, { group: text('group.ladies') }),
  line('draws', 2, { card: text('card.bandits') }),
  line('joins', 2, { group: text('group.bandits'), n: 2 }),
];

describe('what has happened since one’s last decision', () => {
  beforeEach(() => choose('lang', 'en'));

  test('begins with what was stolen from oneself, in Oh My Gold!', async () => {
    expect(await told('oh_my_gold', STOLEN)).toEqual([
      [0, '-−3 coins, stolen by Felix'],
      [1, '++3 coins stolen from you'],
      [2, 'nothing'],
    ]);
  });

  test('adds up ore and says what a duel came to, in Golden-Town', async () => {
    expect(await told('golden_town', DUG)).toEqual([
      [0, '-duel lost: Hospital', '-−1 nugget to Zoe', '++300 g (2 tiles)'],
      [1, '++2 ore tiles'],
      [2, '+duel won: Prison', '++1 nugget from you'],
    ]);
  });

  test('says whose carats somebody has turned up, in GOLD', async () => {
    expect(await told('gold', FOUND)).toEqual([
      [0, 'nothing found', '++2 carats thanks to Felix'],
      [1, '2 carats for you'],
      [2, 'dynamite: both cards gone'],
    ]);
  });

  test('says what one’s own tokens have lost by it, in Goldrausch', async () => {
    const purses = (now: number) => [{ tokens: 2, total: 0, now, earned: null }];
    const more = { view: { round: 1, purses: purses(4) }, before: { purses: purses(9) } };
    expect(await told('goldrausch', LAID, more)).toEqual([
      [0, '-−5 for now'],
      [1, 'gold 5 to the ladies'],
      [2, 'token to the bandits'],
    ]);
    const forced = [
      line('draws', 0, { card: text('card.false') }),
      { key: 'log.only', args: { group: text('group.ladies') } },
    ];
    expect((await told('goldrausch', [...LAID, ...forced]))[0]).toEqual([0, 'fake to the ladies']);
    expect(await told('goldrausch', LAID), 'not known after the page was loaded anew').toHaveLength(2);
  });

  test('has its words in every language', async () => {
    const all = { oh_my_gold: STOLEN, golden_town: DUG, gold: FOUND, goldrausch: LAID };
    for (const lang of Object.keys(LANGUAGES) as Lang[])
      for (const [game, lines] of Object.entries(all))
        expect((await told(game, lines, {}, lang)).flat().join(), game).not.toMatch(/recap\.|\{|undefined/);
  });
});
