import { beforeAll, describe, expect, test } from 'vitest';
import { choose } from '../lib/settings.svelte';
import { load, teller } from '../lib/texts.svelte';
import { causeOf, frameOf, swing, told } from './sentences';
import { REVIEW } from './review.fixture';

const NAMES = ['Ann', 'Bo'];
const [draw, made] = REVIEW.moments as [(typeof REVIEW.moments)[0], (typeof REVIEW.moments)[0]];
const wording = () => 'Turn b1';

beforeAll(async () => {
  await Promise.all(['en', 'fr'].flatMap((lang) => [load(lang), load(lang, 'reviewing'), load(lang, 'gold')]));
  choose('lang', 'en');
});

describe('a moment', () => {
  test('tells what happened, and what it did to whom', () => {
    const tell = teller('gold', NAMES);
    expect(told(draw, NAMES, tell, wording)).toBe('Boom! Both cards are gone.');
    expect(swing(REVIEW, draw, NAMES)).toBe('Ann’s chances rise from 42 to 80\u00a0%.');
    expect(swing(REVIEW, made, NAMES)).toBe('Ann’s chances fall from 50 to 40\u00a0%.');
    expect(causeOf(draw, NAMES)).toBe('luck of the draw');
    expect(causeOf(made, NAMES)).toBe('decided by Ann');
  });

  test('says what was chosen where the log says nothing, or that nobody was told', () => {
    const tell = teller('gold', NAMES);
    expect(told({ ...made, lines: [] }, NAMES, tell, wording)).toBe('Ann: Turn b1.');
    expect(told({ ...draw, lines: [] }, NAMES, tell, wording)).toBe('A draw that nobody was told of.');
  });

  test('is told in French as people speak it', () => {
    choose('lang', 'fr');
    expect(swing(REVIEW, draw, NAMES)).toBe('Ann passe de 42 à 80\u00a0% de chances de gagner.');
    expect(swing(REVIEW, { ...draw, step: 3 }, NAMES)).toBe('Ann reste à 42\u00a0% de chances de gagner.');
    choose('lang', 'en');
  });

  test('is looked at before a decision, and after a draw', () => {
    expect(frameOf(made)).toBe(0);
    expect(frameOf(draw)).toBe(2);
  });
});
