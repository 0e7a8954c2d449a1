// Words for people, by key, in the language chosen: those of the app and those of a game.

import words from 'virtual:texts';
import { Gone, Refusal } from './api';
import type { Line } from '../shapes';
import { settings } from './settings.svelte';

type Form = string | Record<string, string>; // one text, or one for each plural form
export type Forms = Record<string, Form>;
type Args = Record<string, unknown>;

const loaded: Record<string, Forms> = $state({});

/** Loads the words of the app, or of a game or a part of the app, unless they are here. */
export async function load(lang: string, part = ''): Promise<void> {
  const name = part ? `${lang}/${part}` : lang;
  if (!loaded[name]) loaded[name] = (await words[name]!()).default;
}

/** Whether the words of the app, or of a game or a part of the app, are here in the language chosen. */
export function ready(part = ''): boolean {
  return Boolean(loaded[settings.lang] && (!part || loaded[`${settings.lang}/${part}`]));
}

const rules: Record<string, Intl.PluralRules> = {};

/** The plural form that goes with a number, by the rules of CLDR. */
export function plural(n: number, lang: string): string {
  return (rules[lang] ??= new Intl.PluralRules(lang)).select(n);
}

/** Fills a text's arguments in. */
export function fill(form: Form, args: Args, lang: string, word: (value: unknown) => string): string {
  const text = typeof form === 'string' ? form : (form[plural(Number(args['n']), lang)] ?? form['other']!);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => word(args[name]));
}

const PARTS = ['people', 'assaying', 'admin', 'reporting', 'reviewing', 'pages']; // of the app, with words of their own

/** The app's own text of a key. */
export function say(key: string, args: Args = {}): string {
  let form = loaded[settings.lang]?.[key];
  for (const part of PARTS) form ??= loaded[`${settings.lang}/${part}`]?.[key];
  return form === undefined ? key : fill(form, args, settings.lang, (value) => String(value ?? ''));
}

/** Why something was not done, in the language chosen; the server's own words are for programs. */
export function complaintOf(error: unknown): string {
  if (error instanceof Gone) return say('lost.gone_title');
  if (error instanceof Refusal && error.later)
    return say('later.text', { ...error.later, game: say(`${error.later.game}.game.title`) });
  return say(`refused.${error instanceof Refusal ? error.reason : 'broken'}`);
}

/** What tells lines of a game; names are the players' by seat. */
export type Teller = (line: Line | string, args?: Args) => string;

/** A teller of a game's lines. */
export function teller(game: string, names: string[]): Teller {
  const tell = (said: Line | string, args: Args = {}): string => {
    const { key, args: filled } = typeof said === 'string' ? { key: said, args } : said;
    if (key === 'log.undo') return say('table.undone', { seat: word(filled['seat']) }); // the same in every game
    const form = loaded[`${settings.lang}/${game}`]?.[key];
    return form === undefined ? key : fill(form, filled, settings.lang, word);
  };
  const word = (value: unknown): string => {
    if (value && typeof value === 'object') {
      if ('seat' in value) return names[value.seat as number] ?? '?';
      return tell(value as Line);
    }
    return String(value ?? '');
  };
  return tell;
}
