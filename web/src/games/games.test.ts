import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../catalogue';
import { choose } from '../lib/settings.svelte';
import { load, teller } from '../lib/texts.svelte';
import type { AnyView } from '../shapes';
import { wordsOf } from '../../books';
import { COVERS, GAMES, tellerOf } from '.';
import { choicesOf, DRAWN, textsOf, viewOf } from './boards.fixture';

const LANGS = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];
const SEATS = ['Ann', 'Bo', 'Cy'];

beforeAll(async () => {
  for (const lang of LANGS) for (const game of Object.keys(GAMES)) await load(lang, game);
});

async function worded(game: string, texts: string[], more: object = {}, lang: 'en' | 'fr' = 'en') {
  choose('lang', lang);
  const { wording } = await GAMES[game]!.load();
  const view = { ...viewOf(game), ...more };
  return choicesOf(game, ...texts).map((choice) => wording(choice, view, teller(game, SEATS)));
}

test('lines of Golden-Town have level cards in words, as a terminal has not', async () => {
  choose('lang', 'fr');
  const tell = tellerOf(await GAMES['golden_town']!.load(), 'golden_town', SEATS);
  const card = { key: 'card.level', args: { name: 'YG-2', shows: 'YG', n: 2 } };
  expect(tell({ key: 'log.plays', args: { seat: { seat: 1 }, card } })).toBe(
    'Bo joue une carte de niveau jaune-vert (2 pas).',
  );
  expect(tell({ key: 'log.plays', args: { seat: { seat: 1 }, card: { key: 'card.joker', args: {} } } })).toBe(
    'Bo joue un joker.',
  );
});

describe('actions in words', () => {
  test('of GOLD name the spot', async () => {
    expect(await worded('gold', ['c4'])).toEqual(['Turn c4']);
  });

  test('of Goldrausch name the group', async () => {
    const view = { card: { kind: 'character', group: 2, text: '+L' } };
    expect(await worded('goldrausch', ['L', 'join', 'pass'], view)).toEqual([
      'To the ladies',
      'Join the ladies',
      'Do not join',
    ]);
  });

  test('of Oh My Gold! name chests, treasures and victims', async () => {
    const said = await worded('oh_my_gold', ['open2', 'CCD', 'D<1', 'roll', 'end'], {
      at_once: false,
      row: [1, 3, 2],
      keyed: [],
    });
    expect(said).toEqual([
      'Put 3 keys on chest 2',
      'Load 2 coins and 1 diamond',
      'Steal 1 diamond from Bo',
      'Roll again',
      'End the turn',
    ]);
  });

  test('of Oh My Gold! open a chest where it opens at once, and otherwise at the end of the turn', async () => {
    const row = [1, 3, 2];
    expect(await worded('oh_my_gold', ['open1'], { at_once: true, row, keyed: [] })).toEqual(['Open chest 1 (1 key)']);
    expect(await worded('oh_my_gold', ['end'], { at_once: false, row, keyed: [0] })).toEqual([
      'End the turn and open the chest',
    ]);
    expect(await worded('oh_my_gold', ['open2', 'end'], { at_once: false, row, keyed: [0, 2] }, 'fr')).toEqual([
      'Mettre 3 clés sur le coffre 2',
      'Finir le tour et ouvrir 2 coffres',
    ]);
  });

  test('of Gold River say when a word must be called', async () => {
    const map = [{ name: 'M3', kind: 'mine', at: [0, 0], down: null, tributary: null }];
    const view = { preselected: 1, ways: [{ action: 2, end: 'M3' }], map, lying: { M3: 'old' } };
    expect(await worded('gold_river', ['down', 'up', 'main', 'break20', 'enough'], view)).toEqual([
      'Call “aval”: roll and go downstream',
      'Roll and go upstream',
      'Along the main river, to M3 (mine)',
      'Break a nugget of 20 carats',
      'End the turn',
    ]);
  });

  test('of Golden-Town say whether one asks to share or just goes in', async () => {
    const asked = (prompt: string) =>
      worded('golden_town', ['enter'], { prompt: { key: `prompt.${prompt}`, args: {} } });
    expect(await asked('arriving_or_fight')).toEqual(['Ask to share']);
    expect(await asked('entering')).toEqual(['Go in']);
  });

  test('of Golden-Town say to which kind of square one goes', async () => {
    expect(await worded('golden_town', ['T4', 'A', 'Bank'])).toEqual([
      'Go to T4',
      'Go to concession A',
      'Go into the Bank',
    ]);
  });

  test.each(DRAWN)('of %s are sentences, every one of them, in both languages', async (game) => {
    const texts = textsOf(game);
    for (const lang of LANGS) {
      const said = await worded(game, texts, {}, lang);
      for (const [n, one] of said.entries()) {
        expect(one, texts[n]).not.toBe(texts[n]);
        expect(one, texts[n]).not.toMatch(/\b(action|card|depth|group|treasure|name)\.|\{|undefined/);
      }
      const alike = new Set(['joker-mine', 'joker-prop', 'mine', 'prop', 'up', 'down']); // as much as they mean
      expect(new Set(said).size).toBeGreaterThanOrEqual(texts.filter((text) => !alike.has(text)).length);
    }
  });
});

describe('how the points came', () => {
  const line = (key: string, seat: number, n: number) => ({ key: `log.${key}`, args: { seat: { seat }, n } });
  async function told(game: string, lines: object[], view: Record<string, unknown>) {
    choose('lang', 'en');
    const { accounts } = await GAMES[game]!.load();
    return accounts!(lines as never, view as unknown as AnyView, teller(game, SEATS));
  }

  test('is told in GOLD by who found the gold', async () => {
    const lines = [
      line('finds', 0, 3),
      line('finds', 0, 2),
      line('unowned', 1, 4),
      line('turns', 1, 9),
      line('grabs', 1, 1),
    ];
    expect((await told('gold', lines, { mines: [{}, {}] })).map(({ values }) => values)).toEqual([
      [5, 0],
      [0, 4],
      [0, 1],
    ]);
  });

  test('is told in Goldrausch round by round', async () => {
    const end = { key: 'log.round_over', args: {} };
    const lines = [
      end,
      line('earned', 0, 5),
      line('earned', 1, 7),
      line('joins', 0, 1),
      end,
      line('earned', 0, 2),
      line('earned', 1, 0),
    ];
    expect(await told('goldrausch', lines, { purses: [{}, {}] })).toEqual([
      { label: 'Round 1', values: [5, 7] },
      { label: 'Round 2', values: [2, 0] },
    ]);
  });

  test('is told in Oh My Gold! by what lies in the boats', async () => {
    const boats = [
      { coins: 4, diamonds: 1 },
      { coins: 0, diamonds: 2 },
    ];
    expect((await told('oh_my_gold', [], { boats })).map(({ values }) => values)).toEqual([
      [4, 0],
      [1, 2],
    ]);
  });
});

describe.each(DRAWN)('the folder of %s', (game) => {
  test('has all parts that a table asks for, and a cover', async () => {
    const { Board, wording, standing, sounds } = await GAMES[game]!.load();
    expect([typeof Board, typeof wording, typeof standing, typeof sounds]).toEqual([
      'function',
      'function',
      'function',
      'object',
    ]);
    expect(COVERS[game]!.title.size).toBeGreaterThan(0);
  });

  test.each(LANGS)('has the words of its cover and its page: %s', (lang) => {
    const words = wordsOf(game, lang);
    for (const key of ['game.cover', 'brief.time', 'brief.kind']) expect(words, key).toHaveProperty([key]);
  });
});
