import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { choose } from '../lib/settings.svelte';
import { load } from '../lib/texts.svelte';
import Slow from './Slow.svelte';

test('a bot that takes much longer than it may is told of, and not before', async () => {
  choose('lang', 'en');
  await load('en');
  vi.useFakeTimers();
  const shown = mount(Slow, { target: document.body, props: { name: 'Felix' } });
  flushSync();
  vi.advanceTimersByTime(5000);
  flushSync();
  expect(document.querySelector('[role="status"]')).toBeNull();
  vi.advanceTimersByTime(5000);
  flushSync();
  expect(document.querySelector('[role="status"]')!.textContent).toContain('Felix is taking unusually long.');
  void unmount(shown);
  vi.useRealTimers();
});
