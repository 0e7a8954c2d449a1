// What the server sends when it is somebody's turn who is away (server/letters.py).

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  const icon = new URL('icon.svg', self.registration.scope).href;
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** Shows a page where it is open already, or else in a new window. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

// A push service may give this browser another address at any time.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription));
});

async function renew(old) {
  if (!old) return;
  const fresh = await self.registration.pushManager.subscribe(old.options);
  const { endpoint, keys } = fresh.toJSON();
  await fetch(new URL('api/notices/devices', self.registration.scope), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, key: keys.p256dh, auth: keys.auth }),
  });
}
