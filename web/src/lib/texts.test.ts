import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { forms, GAMES, LANGUAGES, own, ownOf, pagesOf, PARTS, rulesOf, textsOf, unbroken } from '../../books';
import { wordsOf, type Forms } from '../../books';
import { Gone, Refusal } from './api';
import { choose } from './settings.svelte';
import { complaintOf, fill, load, plural, say, teller } from './texts.svelte';

/** All that is written in a folder, tests aside. */
function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf-8' })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf-8'))
    .join('\n');
}

const places = (form: Forms[string]) => [...new Set(JSON.stringify(form).match(/\{\w+\}/g) ?? [])].sort().join();

describe('the words of the app', () => {
  test.each(['the app', ...PARTS, ...GAMES])(
    'are the same keys, plurals and arguments in all languages: %s',
    (part) => {
      const isGame = (GAMES as readonly string[]).includes(part);
      const path = (lang: string) =>
        isGame ? ownOf(part, lang) : PARTS.includes(part) ? pagesOf(part, lang) : own(lang);
      const [en, ...others] = LANGUAGES.map((lang) => forms(path(lang), lang));
      for (const other of others) {
        expect(Object.keys(other)).toEqual(Object.keys(en!));
        for (const key of Object.keys(en!)) {
          expect(typeof other[key], key).toBe(typeof en![key]);
          expect(places(other[key]!), key).toBe(places(en![key]!));
        }
      }
    },
  );

  test('are looked for in the folder of a language that has none beside the others', () => {
    expect(own('fr')).toMatch(/web\/src\/texts\.fr\.toml$/);
    expect(own('xx')).toMatch(/languages\/xx\/web\/texts\.toml$/);
    expect(ownOf('gold', 'xx')).toMatch(/languages\/xx\/web\/games\/gold\/texts\.toml$/);
    expect(textsOf('bots', 'xx')).toMatch(/languages\/xx\/bots\/texts\.toml$/);
    expect(rulesOf('gold', 'xx')).toMatch(/languages\/xx\/games\/gold\/RULES\.md$/);
  });

  test('are there for every key that pages and parts ask for, and for no other', () => {
    const source = sources(join(import.meta.dirname, '..'));
    const asked = new Set([...source.matchAll(/\bsay\(\s*'([\w.]+)'/g)].map((match) => match[1]!));
    const known = [own('en'), ...PARTS.map((part) => pagesOf(part, 'en'))].flatMap((path) =>
      Object.keys(forms(path, 'en')),
    );
    expect([...asked].filter((key) => !known.includes(key))).toEqual([]);
    expect(asked.size).toBeGreaterThan(60);
    const made = (key: string) =>
      source.includes(`${key.replace(/\.[^.]*$/, '')}.\${`) || source.includes(`\`${key.replace(/_\w+$/, '')}_`);
    expect(known.filter((key) => !source.includes(`'${key}'`) && !made(key))).toEqual([]);
  });

  test.each(GAMES)('say nothing on a screen that only a terminal can do: %s', (game) => {
    for (const lang of LANGUAGES)
      for (const [key, form] of Object.entries(wordsOf(game, lang)))
        if (key.startsWith('prompt.')) {
          expect(JSON.stringify(form), `${lang} ${key}`).not.toMatch(/\{actions\}|\{fights\}|\{breaks\}/);
          expect(JSON.stringify(form), `${lang} ${key}`).not.toMatch(
            /\((join|pass|roll|end|main|turn|up|down|keep|enter|stay)\b|[Tt]ap[e]z|Type |>talon/,
          );
        }
  });
});

describe('a line in French', () => {
  test('keeps together what belongs together', () => {
    expect(unbroken('Quoi ? Ceci : « bien » ; oui !')).toBe(
      'Quoi\u202f? Ceci\u00a0: «\u00a0bien\u00a0»\u202f; oui\u202f!',
    );
  });

  test.each(['the app', ...GAMES])('never begins with what belongs to the line before: %s', (part) => {
    const isGame = (GAMES as readonly string[]).includes(part);
    const words = isGame ? wordsOf(part, 'fr') : forms(own('fr'), 'fr');
    for (const [key, text] of Object.entries(words)) expect(JSON.stringify(text), key).not.toMatch(/ [:;?!»]|« /);
  });
});

describe('plurals', () => {
  test('go by the language: nothing is one in French and many in English', () => {
    expect([0, 1, 2].map((n) => plural(n, 'en'))).toEqual(['other', 'one', 'other']);
    expect([0, 1, 2].map((n) => plural(n, 'fr'))).toEqual(['one', 'one', 'other']);
  });
});

describe('a text', () => {
  test('is filled with its arguments', () => {
    const form = { one: '{n} carat for {who}', other: '{n} carats for {who}' };
    expect(fill(form, { n: 2, who: 'Bo' }, 'en', String)).toBe('2 carats for Bo');
  });
});

describe('a teller', () => {
  beforeAll(async () => {
    choose('lang', 'en');
    await Promise.all([load('en'), load('en', 'gold')]);
  });

  test('puts in the names of seats, and lines within lines', () => {
    const card = { key: 'card.prospector', args: { colour: { key: 'colour.red', args: {} }, n: 5 } };
    const tell = teller('gold', ['Ann', 'Bo']);
    expect(tell({ key: 'log.turns', args: { seat: { seat: 1 }, card } })).toBe('Bo turns red prospector 5.');
  });

  test('tells in every game what was taken back', () => {
    expect(teller('gold', ['Ann', 'Bo'])({ key: 'log.undo', args: { seat: { seat: 1 } } })).toBe(
      'Bo undoes the last move.',
    );
  });

  test('says the key of what it has no words for', () => {
    expect(teller('gold', [])('log.unheard')).toBe('log.unheard');
    expect(say('home.unheard')).toBe('home.unheard');
  });
});

describe('a complaint', () => {
  test('is said in the language chosen, whatever the server says', async () => {
    choose('lang', 'fr');
    await load('fr');
    expect(complaintOf(new Refusal('too_fast', 'wait a little'))).toBe('Un peu moins vite, s’il vous plaît.');
    expect(complaintOf(new Refusal('not_possible', 'the match has begun'))).not.toContain('begun');
    expect(complaintOf(new Gone())).toBe('Le serveur ne répond pas');
  });

  test('says by which rules a match goes that are not known here yet', async () => {
    const refusal = new Refusal('later_rules', 'update', { game: 'golden_town', version: 3, newest: 2 });
    choose('lang', 'en');
    await load('en');
    expect(complaintOf(refusal)).toMatch(
      /version 3 of the rules of .*Golden-Town.*; this server knows versions up to 2\. .*update Goldrush/,
    );
    choose('lang', 'fr');
    await load('fr');
    expect(complaintOf(refusal)).toMatch(/version 3 des règles de .*Golden-Town.*jusqu’à 2/);
    expect(complaintOf(new Refusal('later_rules', 'update'))).toContain('mettre Goldrush à jour');
  });
});
