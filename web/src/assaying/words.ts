// What pictures say: names, figures with their errors, and a sentence for each.

import { settings } from '../lib/settings.svelte';
import { say, teller } from '../lib/texts.svelte';
import { lastOf, SURE } from './chart';
import type { Assay, Found, Mark, Picture } from './shapes';

export const SHOWN = 8; // rules that are drawn; a table has all
const DIGITS = { number: 1, share: 1 };
// How many standard errors one of so many seats strays by in one case of twenty.
const SURE_OF_ALL: Record<number, number> = { 2: 2.24, 3: 2.39, 4: 2.5, 5: 2.58, 6: 2.64 };

/** A number as it is written here. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(settings.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A figure with the error that it strays by in one case of twenty, with so many digits that the error shows. */
export function figure({ value, error }: Found, unit: Picture['unit'] = 'number'): string {
  const scale = unit === 'share' ? 100 : 1;
  const stray = scale * SURE * error;
  const digits = DIGITS[unit] + (stray > 0 && stray < 0.5 * 10 ** -DIGITS[unit] ? 1 : 0);
  const said = `${number(scale * value, digits)} ± ${number(stray, digits)}`;
  return (unit === 'share' ? say('assay.percent', { share: said }) : said).replaceAll(' ', '\u00a0');
}

/** A figure that is exact. */
export function exact(value: number, unit: Picture['unit']): string {
  const shown = unit === 'share' ? 100 * value : value;
  const said = number(shown, Number.isInteger(Number(shown.toFixed(6))) ? 0 : 1);
  return (unit === 'share' ? say('assay.percent', { share: said }) : said).replaceAll(' ', '\u00a0');
}

/** What a mark is called. */
export function nameOf(mark: Mark, game: string): string {
  const [kind, what] = [mark.name.split('/')[0]!, lastOf(mark.name)];
  const tell = teller(game, []);
  if (kind === 'bin') return what;
  if (kind === 'at' || kind === 'slip') return say('assay.percent', { share: what }).replaceAll(' ', '\u00a0');
  if (mark.name === 'seat/0') return say('assay.start');
  if (kind === 'seat') return say('assay.seat', { n: what });
  if (kind === 'place') return say('assay.place', { n: what });
  if (kind === 'never' || kind === 'always') return say(`assay.${kind}`, { what: tell(`does.${what}`) });
  const habit = tell(`habit.${what}`);
  return habit.startsWith('habit.') ? what : habit; // of a game that words none
}

/** The rules that are drawn: those that cost most, the worst first. */
export function drawn({ marks }: Picture): Mark[] {
  return marks.slice(0, SHOWN);
}

/** What a picture says, in a sentence. */
export function sentence(picture: Picture, assay: Assay): string {
  if (!picture.marks.length) return say('assay.nothing');
  return SENTENCES[picture.key]!(picture, assay);
}

const SENTENCES: Record<string, (picture: Picture, assay: Assay) => string> = {
  minutes: ({ also }) =>
    say('assay.found.minutes', { minutes: figure(also['minutes']!), decisions: figure(also['decisions']!) }),
  seats: (picture, { seats }) => {
    const even = picture.even ?? 1 / seats;
    const strayed = picture.marks.map(({ value, error }) => Math.abs(value - even) / (error || 1));
    const fair = Math.max(...strayed) <= (SURE_OF_ALL[seats] ?? SURE);
    const found = { share: figure(picture.marks[0]!, 'share'), even: exact(even, 'share') };
    return fair ? say('assay.found.fair', found) : say('assay.found.unfair', found);
  },
  slips: (picture) =>
    say('assay.found.slips', {
      share: figure(picture.marks.at(-1)!, 'share'),
      tenth: figure(of(picture, 'slip/10'), 'share'),
      even: exact(picture.even!, 'share'),
    }),
  decided: (picture) =>
    say('assay.found.decided', {
      half: figure(of(picture, 'at/50'), 'share'),
      changes: figure(picture.also['changes']!),
    }),
  points: (picture) =>
    say('assay.found.points', {
      first: figure(picture.marks[0]!),
      last: figure(picture.marks.at(-1)!),
      margin: figure(picture.also['margin']!),
    }),
  habits: (picture, { game }) =>
    say('assay.found.habits', {
      worst: nameOf(picture.marks[0]!, game),
      share: figure(picture.marks[0]!, 'share'),
      even: exact(picture.even!, 'share'),
    }),
};

function of({ marks }: Picture, name: string): Mark {
  return marks.find((mark) => mark.name === name)!;
}
