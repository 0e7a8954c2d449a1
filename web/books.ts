// Words, rule books and what games are made of, read from the files that the rest of the project reads, as modules.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';
import { GAMES as LISTED, LANGUAGES as KNOWN } from './src/catalogue.ts';
import { readRules } from './src/lib/rulebook.ts';

const HERE = import.meta.dirname;
const SOURCE = join(HERE, '..', 'src', 'goldrush');
const TRANSLATIONS = join(SOURCE, 'languages');
const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'];
export const LANGUAGES = Object.keys(KNOWN);
export const GAMES = Object.keys(LISTED);
/** Parts of the app that have words of their own. */
export const PARTS = ['people', 'assaying', 'admin', 'reporting', 'reviewing', 'pages'];

export type Forms = Record<string, string | Record<string, string>>;

/** Where a file is in a language: beside the others, or in the folder of the language, as docs/languages.md says. */
function translated(folder: string, lang: string, file: string, part: string): string {
  const [stem, end] = file.split('.');
  const beside = join(folder, `${stem}.${lang}.${end}`);
  return existsSync(beside) ? beside : join(TRANSLATIONS, lang, part, file);
}

export function own(lang: string): string {
  return translated(join(HERE, 'src'), lang, 'texts.toml', 'web');
}

export function ownOf(game: string, lang: string): string {
  return translated(join(HERE, 'src', 'games', game), lang, 'texts.toml', join('web', 'games', game));
}

/** The words of pages that few need at first: a file of their own, which is loaded with them. */
export function pagesOf(part: string, lang: string): string {
  return translated(join(HERE, 'src', part), lang, 'texts.toml', join('web', part));
}

export function textsOf(part: string, lang: string): string {
  return translated(join(SOURCE, part), lang, 'texts.toml', part);
}

export function rulesOf(game: string, lang: string): string {
  return translated(join(SOURCE, 'games', game), lang, 'RULES.md', join('games', game));
}

/** Why something cannot be done, by the English words of the program; nothing in English. */
export function problemsOf(game: string, lang: string): string[] {
  const all = ['', `games/${game}`].map((part) => translated(join(SOURCE, part), lang, 'problems.toml', part));
  return all.filter(existsSync);
}

/** What a game is made of, as it was measured. */
export function assayOf(game: string): string {
  return join(SOURCE, 'games', game, 'assay.json');
}

/** A text in French with the spaces that no line may break at, whichever were typed. */
export function unbroken(text: string): string {
  return text.replace(/ (?=[:»])|(?<=«) /g, '\u00a0').replace(/ (?=[;?!])/g, '\u202f');
}

/** The texts of a file by their full key. */
export function forms(path: string, lang: string): Forms {
  const flat: Forms = {};
  const set = lang === 'fr' ? unbroken : String;
  const isPlural = (keys: string[]) => keys.includes('other') && keys.every((key) => PLURALS.includes(key));
  const walk = (prefix: string, table: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(table)) {
      if (typeof value === 'string') flat[prefix + key] = set(value);
      else if (isPlural(Object.keys(value as object)))
        flat[prefix + key] = Object.fromEntries(
          Object.entries(value as Record<string, string>).map(([form, text]) => [form, set(text)]),
        );
      else walk(`${prefix}${key}.`, value as Record<string, unknown>);
    }
  };
  walk('', parse(readFileSync(path, 'utf-8')));
  return flat;
}

/** What every page needs: the app's own words, the bots', and of each game its title and options. */
function shell(lang: string): Forms {
  const all = { ...forms(textsOf('bots', lang), lang), ...forms(own(lang), lang) };
  for (const game of GAMES)
    for (const [key, form] of Object.entries(wordsOf(game, lang)))
      if (/^(game|option)\./.test(key)) all[`${game}.${key}`] = form;
  return all;
}

/** A game's words, and what is said otherwise on a screen than in a terminal. */
export function wordsOf(game: string, lang: string): Forms {
  return { ...forms(textsOf(`games/${game}`, lang), lang), ...forms(ownOf(game, lang), lang) };
}

function problems(game: string, lang: string): Forms {
  return Object.assign({}, ...problemsOf(game, lang).map((path) => forms(path, lang)));
}

function texts(lang: string, part: string | undefined): Forms {
  if (!part) return shell(lang);
  return PARTS.includes(part) ? forms(pagesOf(part, lang), lang) : wordsOf(part, lang);
}

function content(kind: string, lang: string, name: string | undefined): unknown {
  if (kind === 'rules') return readRules(readFileSync(rulesOf(name!, lang), 'utf-8'));
  if (kind === 'assays') return JSON.parse(readFileSync(assayOf(name!), 'utf-8'));
  return kind === 'problems' ? problems(name!, lang) : texts(lang, name);
}

/** Serves virtual:texts, virtual:texts/en, virtual:texts/en/gold; and virtual:rules, problems and assays likewise. */
export function books(): Plugin {
  return {
    name: 'books',
    resolveId: (id) => (/^virtual:(texts|rules|problems|assays)/.test(id) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0virtual:')) return undefined;
      const [kind, lang, name] = id.slice(9).split('/');
      if (!lang) return index(kind!);
      for (const path of files(kind!, lang, name)) this.addWatchFile(path);
      return `export default ${JSON.stringify(content(kind!, lang, name))}`;
    },
  };
}

function files(kind: string, lang: string, game: string | undefined): string[] {
  if (kind === 'rules') return [rulesOf(game!, lang)];
  if (kind === 'problems') return problemsOf(game!, lang);
  if (kind === 'assays') return [assayOf(game!)];
  if (game && PARTS.includes(game)) return [pagesOf(game, lang)];
  if (game) return [textsOf(`games/${game}`, lang), ownOf(game, lang)];
  return [own(lang), textsOf('bots', lang)];
}

function index(kind: string): string {
  if (kind === 'assays')
    return listed(
      kind,
      GAMES.filter((game) => existsSync(assayOf(game))).map((game) => `all/${game}`),
    );
  const names = LANGUAGES.flatMap((lang) =>
    [...(kind === 'texts' ? ['', ...PARTS.map((part) => `/${part}`)] : []), ...GAMES.map((game) => `/${game}`)].map(
      (rest) => `${lang}${rest}`,
    ),
  );
  return listed(kind, names);
}

function listed(kind: string, names: string[]): string {
  const entries = names.map((name) => `'${name}': () => import('virtual:${kind}/${name}')`);
  return `export default {${entries.join(',\n')}}`;
}
