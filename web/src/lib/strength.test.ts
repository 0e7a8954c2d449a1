import { beforeAll, expect, test } from 'vitest';
import { PERSONAS } from '../catalogue';
import { choose } from './settings.svelte';
import { choiceOf, levelOf, starry, starsOf } from './strength';
import { load } from './texts.svelte';

beforeAll(async () => {
  await Promise.all([load('en'), load('fr')]);
});

test('every bot has one to five stars and a word in both languages', () => {
  for (const lang of ['en', 'fr'] as const) {
    choose('lang', lang);
    for (const key of Object.keys(PERSONAS)) {
      expect(starry(key)).toMatch(/^★{1,5}$/);
      expect(levelOf(key)).toMatch(/^[\p{L} ]+$/u);
    }
  }
});

test('a bot is chosen by name, stars and word; one that is not known is taken for a beginner', () => {
  choose('lang', 'en');
  expect(choiceOf('zoe')).toBe('Zoe ★ beginner');
  expect(choiceOf('maud')).toBe('Maud ★★★★★ expert');
  expect(starsOf('somebody')).toBe(1);
});
