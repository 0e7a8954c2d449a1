import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { assayOf, GAMES, LANGUAGES, problemsOf } from '../../books';
import { Refusal } from '../lib/api';
import { choose, type Settings } from '../lib/settings.svelte';
import { load } from '../lib/texts.svelte';
import { across, clear, columns, curve, EDGE, named, reach } from './chart';
import type { Assay, Picture } from './shapes';
import { told, whyNot } from './why';
import { drawn, exact, figure, nameOf, sentence, SHOWN } from './words';

const ROOM = { width: 320, height: 170 };

function measured(game: string): Assay {
  return JSON.parse(readFileSync(assayOf(game), 'utf-8'));
}

function picture(key: string): Picture {
  return measured('gold').pictures.find((one) => one.key === key)!;
}

describe.each(LANGUAGES)('in %s', (lang) => {
  beforeAll(async () => {
    choose('lang', lang as Settings['lang']);
    await Promise.all([load(lang), load(lang, 'assaying'), ...GAMES.map((game) => load(lang, game))]);
  });

  test('every picture of every game has a sentence with its error, and a name for each mark', () => {
    for (const assay of GAMES.filter((game) => existsSync(assayOf(game))).map(measured))
      for (const one of assay.pictures) {
        const said = sentence(one, assay);
        expect(said, one.key).toMatch(/\d\u00a0±\u00a0\d/);
        expect(said, one.key).not.toMatch(/assay\.|does\.|habit\.|undefined|NaN|\{/);
        for (const mark of one.marks) expect(nameOf(mark, assay.game)).not.toMatch(/assay\.|does\.|habit\./);
      }
  });

  test('what was never seen is said', () => {
    expect(sentence({ ...picture('habits'), marks: [] }, measured('gold'))).not.toContain('assay.');
  });
});

describe('a figure', () => {
  beforeAll(() => choose('lang', 'en'));

  test('has so many digits that its error shows', () => {
    expect(figure({ value: 0.2513, error: 0.0031 }, 'share')).toBe('25.1\u00a0±\u00a00.6\u00a0%');
    expect(figure({ value: 22.1, error: 0.01 })).toBe('22.10\u00a0±\u00a00.02');
    expect(figure({ value: 3, error: 0 })).toBe('3.0\u00a0±\u00a00.0');
    expect([exact(0.25, 'share'), exact(1 / 3, 'share'), exact(7, 'number')]).toEqual([
      '25\u00a0%',
      '33.3\u00a0%',
      '7',
    ]);
  });

  test('is unfair only beyond the error of all seats', () => {
    const seats = picture('seats');
    const assay = measured('gold');
    const strayed = (by: number) => {
      const marks = seats.marks.map((mark, n) => ({ ...mark, value: 0.25 + (n ? 0 : by * mark.error) }));
      return sentence({ ...seats, marks }, assay);
    };
    expect(strayed(2.2)).toContain('no seat is outside');
    expect(strayed(2.8)).toContain('at least one seat');
  });
});

describe('a picture', () => {
  test('keeps all its marks within its room', () => {
    for (const one of [picture('minutes'), picture('slips'), picture('decided')]) {
      const found = one.shape === 'columns' ? columns(one, ROOM) : curve(one, ROOM);
      const ys = one.marks.flatMap((mark) => reach(mark, one.unit)).map(found.at);
      expect(Math.min(...ys)).toBeGreaterThanOrEqual(EDGE.top - 1e-6);
      expect(Math.max(...ys)).toBeLessThanOrEqual(ROOM.height - EDGE.bottom + 1e-6);
      expect(found.ticks.length).toBeGreaterThan(1);
      expect(found.ticks.length).toBeLessThan(6);
    }
  });

  test('goes from the left to the right, and its band reaches around the line', () => {
    const { xs, line, band } = curve(picture('decided'), ROOM);
    expect([xs[0], xs.at(-1)]).toEqual([EDGE.left, ROOM.width - EDGE.right]);
    expect(line.split('L')).toHaveLength(21);
    expect(band.split('L')).toHaveLength(42);
  });

  test('has no names on top of each other', () => {
    expect(named(Array(4).fill('20–21'), [40, 60, 120, 130])).toEqual([0, 2]);
    expect(named(['1', '2', '3'], [40, 140, 240])).toEqual([0, 1, 2]);
  });

  test('shows what is clearly beside an even share, and the even share itself', () => {
    const slips = { ...picture('slips'), shape: 'dots' as const };
    const at = across(slips, slips.marks);
    expect(at(slips.even!)).toBeGreaterThan(0);
    expect(at(slips.even!)).toBeLessThan(100);
    expect(clear(slips.marks.at(-1)!, slips)).toBe(true);
    expect(clear({ name: 'seat/0', value: 0.25, error: 0.01 }, slips)).toBe(false);
  });

  test('has a few rules, those that cost most', () => {
    const habits = picture('habits');
    const many = {
      ...habits,
      marks: Array.from({ length: 20 }, (_, n) => ({ name: `never/${n}`, value: n, error: 0 })),
    };
    expect(drawn(many).map(({ value }) => value)).toEqual([...Array(SHOWN).keys()]);
  });
});

describe('why an edition is refused', () => {
  test('is said with its line, in the language chosen', async () => {
    expect(problemsOf('gold', 'fr')).toHaveLength(2);
    const within = { text: 'line {}: {}', about: [7, { text: '{} colours; there must be {}', about: [3, 5] }] };
    const why = { text: '{}, {}', about: ['edition', [within]] };
    const refusal = new Refusal('not_possible', '', null, null, why);
    choose('lang', 'fr');
    expect(await whyNot(refusal, 'gold')).toMatch(/^Edition, .*7.*3 couleurs.*il en faut 5\.$/);
    choose('lang', 'en');
    expect(await whyNot(refusal, 'gold')).toBe('Edition, line 7: 3 colours; there must be 5.');
  });

  test('takes what it is about by its place', () => {
    expect(told({ text: '"{1}-{0}", not {!r}', about: ['a', 'b'] }, {})).toBe('"b-a", not \'a\'');
  });

  test('is said as everywhere if nobody knows more', async () => {
    await load('en');
    expect(await whyNot(new Error('?'), 'gold')).not.toContain('refused.');
  });
});
