// Why an edition cannot be measured: the server's own words, in the language chosen.

import problems from 'virtual:problems';
import { Refusal } from '../lib/api';
import { settings } from '../lib/settings.svelte';
import { complaintOf } from '../lib/texts.svelte';
import type { Why } from '../messages';

type Known = Record<string, string>;

/** What is wrong; editions are written by hand, and so their lines are named. */
export async function whyNot(error: unknown, game: string): Promise<string> {
  if (!(error instanceof Refusal) || !error.why || error.later) return complaintOf(error);
  const known = (await problems[`${settings.lang}/${game}`]?.())?.default ?? {};
  return sentence(told(error.why, known));
}

/** A problem in the language of the translations; in English where there is none. */
export function told(why: Why, known: Known): string {
  const about = why.about.map((one) => within(one, known));
  let next = 0;
  return (known[why.text] ?? why.text).replace(/\{(\d*)(!r)?\}/g, (_, at: string, quoted?: string) => {
    const said = about[at ? Number(at) : next++] ?? '';
    return quoted ? `'${said}'` : said;
  });
}

function within(one: unknown, known: Known): string {
  if (Array.isArray(one)) return one.map((some) => within(some, known)).join('; ');
  return one && typeof one === 'object' ? told(one as Why, known) : String(one);
}

function sentence(said: string): string {
  return `${said.charAt(0).toLocaleUpperCase(settings.lang)}${said.slice(1)}.`;
}
