import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../catalogue';
import { wordsOf } from '../../books';
import { COVERS, GAMES } from '.';
import { choicesOf, DRAWN, textsOf, viewOf, worded, type Lang } from './boards.fixture';

const LANGS = Object.keys(LANGUAGES) as Lang[];

/** Cards are told apart where one holds both: here all hold all of them. */
function holdingAll(view: object): object {
  if (!('deck' in view && 'players' in view)) return {};
  return { seat: 0, players: (view.players as object[]).map((one) => ({ ...one, hand: view.deck })) };
}

describe.each(DRAWN)('actions of %s', (game) => {
  test.each(LANGS)('are sentences, every one of them: %s', async (lang) => {
    const texts = textsOf(game);
    const said = await worded(game, texts, holdingAll(viewOf(game)), lang);
    for (const [n, one] of said.entries()) {
      expect(one, texts[n]).not.toBe(texts[n]);
      expect(one, texts[n]).not.toMatch(/\b(action|card|depth|group|treasure|name)\.|\{|undefined/);
    }
    const kinds = choicesOf(game, ...texts).map(({ kind }) => kind);
    expect(new Set(said.map((one, n) => `${kinds[n]}: ${one}`)).size, 'two of a kind are told apart').toBe(
      texts.length,
    );
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
