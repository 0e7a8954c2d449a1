import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { Self } from './self.svelte';

afterEach(() => vi.unstubAllGlobals());

test('whoever signs out is told nothing in this browser any more', async () => {
  const asked: string[] = [];
  const known = { endpoint: 'https://push.example/1', unsubscribe: async () => asked.push('unsubscribed') };
  const worker = { pushManager: { getSubscription: async () => known } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => worker } });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('location', { reload: () => asked.push('reloaded'), pathname: '/me' });
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path.replace(/[0-9a-f]{16}$/, 'it')}`);
    return { ok: true, status: 200, json: async () => ({ name: null, phrase: null, passkeys: [], address: null }) };
  });
  const self = new Self();
  await self.signOut(false);
  flushSync();
  expect(asked).toEqual([
    'GET /api/me/person',
    'unsubscribed',
    'DELETE /api/notices/devices/it',
    'POST /api/me/sign-out',
    'reloaded',
  ]);
});
