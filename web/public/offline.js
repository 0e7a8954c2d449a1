// A part of the service worker: the pages and rule books of the app are there without a network.
//
// shell.js, which is written by the build, says what belongs to one version of the app. All of it is kept under that
// version's name before the worker takes over, so that pages and their parts are always of one version. A page comes
// from the server if that answers; the kept one is shown if not. Nothing that the server tells is ever kept: all of the
// API goes to it.

const CACHE = `goldrush ${self.SHELL.version}`;
const OURS = /^goldrush /;
const PAGE = new URL('./', self.location).href;
const PATIENCE = 6000; // milliseconds for the server to answer before the page that is kept is shown

self.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forget().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = within(request.url);
  if (request.method !== 'GET' || path === null) return;
  if (request.mode === 'navigate') {
    if (!/^(api|health|metrics)(\/|$)/.test(path)) event.respondWith(page(request));
  } else if (self.SHELL.files.includes(path) || path.startsWith('assets/')) event.respondWith(file(request));
});

/** The path of an address below the app's own, or null. */
function within(url) {
  const { origin, pathname } = new URL(url);
  const root = new URL(PAGE);
  return origin === root.origin && pathname.startsWith(root.pathname) ? pathname.slice(root.pathname.length) : null;
}

/** Keeps all that belongs to this version; fails, and is tried again later, if the server has another one by now. */
async function keep() {
  const cache = await caches.open(CACHE);
  const fresh = (name) => new Request(new URL(name, PAGE), { cache: 'no-cache' });
  await cache.addAll(self.SHELL.files.map(fresh));
  await cache.add(fresh('./'));
}

/** Forgets older versions, but for the last one: a page that is still open may need a part of it. */
async function forget() {
  const others = (await caches.keys()).filter((name) => OURS.test(name) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function page(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status < 502 || answer.status > 504) return answer;
  } catch {
    // the server is gone, or does not hurry
  }
  return (await (await caches.open(CACHE)).match(PAGE)) ?? fetch(request);
}

async function file(request) {
  const own = await (await caches.open(CACHE)).match(request, { ignoreVary: true });
  return own ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
