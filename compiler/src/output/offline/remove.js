// Takes the place of the service worker that the site had: deletes what it stored, and removes itself.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove() {
  const base = new URL('./', self.location.href).pathname;
  await Promise.all(['bindery-pages', 'bindery-files'].map((name) => caches.delete(`${name}:${base}`)));
  await self.registration.unregister();
}
