import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { choose } from '../lib/settings.svelte';
import { load } from '../lib/texts.svelte';
import Game from './Game.svelte';

const INFO = {
  name: 'golden_town',
  version: 2,
  min_seats: 2,
  max_seats: 4,
  options: { rematch: ['off', 'on'], other: ['a', 'b'] },
  tables: { rematch: [2] },
};
const answers: Record<string, unknown> = { '/api/games': [INFO], '/api/personas': [], '/api/bots': [] };
const asked: { options: unknown }[] = [];

let shown: ReturnType<typeof mount>;
beforeAll(async () => {
  choose('lang', 'en');
  await load('en');
});
afterEach(() => {
  void unmount(shown);
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string | null }) => {
    if (body) asked.push(JSON.parse(body));
    return { ok: Boolean(answers[path]), status: 409, json: async () => answers[path] ?? { reason: 'not_possible' } };
  });
  shown = mount(Game, { target: document.body, props: { game: 'golden_town' } });
  await vi.waitFor(() => expect(option('other', 'a')).not.toBeNull());
}
const option = (name: string, value: string) =>
  document.querySelector<HTMLInputElement>(`input[name="option-${name}"][value="${value}"]`);
async function seats(count: number): Promise<void> {
  document.querySelector<HTMLInputElement>(`input[name="count"][value="${count}"]`)!.click();
  flushSync();
  await tick();
}

test('an option is offered where it means something, and is forgotten where it does not', async () => {
  await open();
  expect(option('rematch', 'on')).toBeNull(); // with three
  await seats(2);
  option('rematch', 'on')!.click();
  option('other', 'b')!.click();
  flushSync();
  await seats(3);
  expect(option('rematch', 'on')).toBeNull();
  document.querySelector('form')!.requestSubmit();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.options).toEqual({ other: 'b' });
  await seats(2);
  expect([option('rematch', 'off')!.checked, option('other', 'b')!.checked]).toEqual([true, true]);
});
