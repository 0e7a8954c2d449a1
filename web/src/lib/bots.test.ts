import { beforeAll, expect, test } from 'vitest';
import { aboutBot, botName } from './bots';
import { choose } from './settings.svelte';
import { load } from './texts.svelte';

const GUESTS = [{ key: 'lucky', name: 'Lucky', ms: 1500 }];

beforeAll(async () => {
  await Promise.all([load('en'), load('fr')]);
});

test('a bot is called by its name, ours in each language, and one that is gone as it was seated', () => {
  choose('lang', 'en');
  expect(['zoe', 'lucky', 'away'].map((key) => botName(key, GUESTS))).toEqual(['Zoe', 'Lucky', 'away']);
});

test('of a bot that others wrote it is said how long it may think', () => {
  choose('lang', 'fr');
  expect(aboutBot('lucky', GUESTS)).toContain('1,5');
  choose('lang', 'en');
  expect(aboutBot('lucky', GUESTS)).toContain('1.5');
  expect(aboutBot('zoe', GUESTS)).not.toContain('1.5');
});
