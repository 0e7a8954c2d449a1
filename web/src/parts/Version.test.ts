import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { choose } from '../lib/settings.svelte';
import { load } from '../lib/texts.svelte';
import Version from './Version.svelte';

let shown: ReturnType<typeof mount>;
beforeAll(async () => {
  choose('lang', 'en');
  await load('en');
  vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => [{ name: 'golden_town', version: 2 }] }));
});
afterEach(() => void unmount(shown));

function draw(version: number, before: number | null = null): void {
  shown = mount(Version, { target: document.body, props: { game: 'golden_town', version, before } });
  flushSync();
}
const said = () => document.body.textContent.trim();

test('it is said by which version a match is played that is not by the newest', async () => {
  draw(1);
  await vi.waitFor(() => expect(said()).toBe('Rules: version 1 (the newest is 2). What changed'));
  expect(document.querySelector('a')!.getAttribute('href')).toBe('/rules/golden_town#versions');
});

test('nothing is said of what is a matter of course', () => {
  draw(2);
  expect(said()).toBe('');
});

test('a rematch by other rules than before says so', () => {
  draw(2, 1);
  expect(said()).toContain('this match uses version 2; the one before it used version 1.');
});
