import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from './api';
import { unreachable } from './reach.svelte';

const answer = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a server that does not answer is noticed, asked again, and found again', async () => {
  answer.mockRejectedValue(new TypeError('gone'));
  await expect(api.me()).rejects.toThrow();
  expect(unreachable()).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(answer).toHaveBeenLastCalledWith('/health', { cache: 'no-store' });
  expect(unreachable()).toBe(true);
  answer.mockResolvedValue(new Response('{}', { status: 503 }));
  await vi.advanceTimersByTimeAsync(4000);
  expect(unreachable(), 'a proxy says that it is gone').toBe(true);
  answer.mockResolvedValue(new Response('{}'));
  await vi.advanceTimersByTimeAsync(4000);
  expect(unreachable()).toBe(false);
});

test('a server that says no is there', async () => {
  answer.mockResolvedValue(new Response('{"reason":"not_found"}', { status: 404 }));
  await expect(api.show('ABCDEF')).rejects.toThrow();
  expect(unreachable()).toBe(false);
});
