// The part of the service worker that keeps pages: run as it is, with a cache and a network of the test's own.

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { listed } from '../../shell';

const SOURCE = readFileSync('public/offline.js', 'utf-8');
const ROOT = 'https://gold.example/gold/';

class Worker {
  static kept = new Map<string, Map<string, string>>();
  listeners: Record<string, (event: unknown) => void> = {};
  online = true;
  asked: string[] = [];

  constructor(
    version: string,
    private served: Record<string, string>,
    files: string[],
  ) {
    const self = {
      SHELL: { version, files },
      location: `${ROOT}sw.js`,
      addEventListener: (name: string, does: (event: unknown) => void) => (this.listeners[name] = does),
      skipWaiting: () => undefined,
      clients: { claim: () => undefined },
    };
    new Function('self', 'caches', 'fetch', 'Request', SOURCE)(self, this.#caches(), this.#fetch, Asked);
  }

  async wait(name: string): Promise<void> {
    let done: Promise<unknown> = Promise.resolve();
    this.listeners[name]!({ waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  }

  /** What a page gets; undefined if the browser asks by itself. */
  async get(path: string, mode = 'cors', method = 'GET'): Promise<string | undefined> {
    let found: Promise<{ body: string }> | undefined;
    const request = { url: ROOT + path, mode, method };
    this.listeners['fetch']!({ request, respondWith: (answer: typeof found) => (found = answer) });
    return found && (await found).body;
  }

  #fetch = async (request: { url: string }) => {
    const path = request.url.slice(ROOT.length);
    this.asked.push(path);
    if (!this.online || !(path in this.served)) throw new TypeError(path);
    return { status: 200, body: this.served[path]! };
  };

  #caches() {
    const all = Worker.kept;
    const opened = (name: string) => ({
      add: async (one: { url: string }) => void all.get(name)!.set(one.url, (await this.#fetch(one)).body),
      addAll: async (some: { url: string }[]) => {
        for (const one of some) all.get(name)!.set(one.url, (await this.#fetch(one)).body);
      },
      match: async (one: { url: string } | string) =>
        answer(all.get(name)!.get(typeof one === 'string' ? one : one.url)),
    });
    const answer = (body: string | undefined) => (body === undefined ? undefined : { body });
    return {
      keys: async () => [...all.keys()],
      delete: async (name: string) => all.delete(name),
      open: async (name: string) => {
        if (!all.has(name)) all.set(name, new Map());
        return opened(name);
      },
      match: async (one: { url: string }) => answer([...all.values()].map((kept) => kept.get(one.url)).find(Boolean)),
    };
  }
}

class Asked {
  url: string;
  constructor(where: URL) {
    this.url = where.href;
  }
}

const FIRST = { '': 'page 1', 'assets/a-1.js': 'a 1', 'icon.svg': 'icon', 'api/me': 'me', 'games/gold': 'page 1 gold' };
const SECOND = { '': 'page 2', 'assets/a-2.js': 'a 2', 'icon.svg': 'icon 2' };

beforeEach(() => Worker.kept.clear());

async function begun(version: string, served: Record<string, string>): Promise<Worker> {
  const files = Object.keys(served).filter((name) => /^assets|icon/.test(name));
  const worker = new Worker(version, served, files);
  await worker.wait('install');
  await worker.wait('activate');
  return worker;
}

describe('without a network', () => {
  test('pages and their parts come from what is kept, below whatever path the app is', async () => {
    const worker = await begun('1', FIRST);
    worker.online = false;
    expect(await worker.get('games/gold', 'navigate')).toBe('page 1');
    expect(await worker.get('assets/a-1.js')).toBe('a 1');
    expect(await worker.get('icon.svg')).toBe('icon');
  });
  test('nothing of the API is answered or kept, nor what changes anything, nor what others have', async () => {
    const worker = await begun('1', FIRST);
    for (const path of ['api/me', 'api/tables/ABCDEF', 'health']) {
      expect(await worker.get(path)).toBeUndefined();
      expect(await worker.get(path, 'navigate')).toBeUndefined();
    }
    expect(await worker.get('icon.svg', 'cors', 'POST')).toBeUndefined();
    expect(await worker.get('../other/icon.svg')).toBeUndefined();
    expect([...Worker.kept.values()].flatMap((one) => [...one.keys()]).some((url) => url.includes('api'))).toBe(false);
  });
});

describe('a new version', () => {
  test('takes over as a whole, and keeps what a page of the last one may still need', async () => {
    await begun('1', FIRST);
    const worker = await begun('2', SECOND);
    worker.online = false;
    expect(await worker.get('', 'navigate')).toBe('page 2');
    expect(await worker.get('icon.svg')).toBe('icon 2');
    expect(await worker.get('assets/a-1.js')).toBe('a 1');
    await begun('3', SECOND);
    expect([...Worker.kept.keys()]).toEqual(['goldrush 2', 'goldrush 3']);
  });
  test('is not taken if a part of it is missing', async () => {
    const worker = new Worker('2', SECOND, ['assets/a-2.js', 'assets/gone.js']);
    await expect(worker.wait('install')).rejects.toThrow();
  });
  test('comes from the server first where that answers', async () => {
    const worker = await begun('1', FIRST);
    expect(await worker.get('games/gold', 'navigate')).toBe('page 1 gold');
  });
});

test('a build says its files, and another version when any of them is another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  mkdirSync(join(folder, 'assets'));
  for (const name of ['index.html', 'sw.js', 'icon.svg', 'assets/a.js']) writeFileSync(join(folder, name), name);
  const { version, files } = listed(folder);
  expect(files).toEqual(['assets/a.js', 'icon.svg']);
  expect(listed(folder).version).toBe(version);
  writeFileSync(join(folder, 'index.html'), 'another');
  expect(listed(folder).version).not.toBe(version);
});
