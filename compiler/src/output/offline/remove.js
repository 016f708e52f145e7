// Takes the place of the service worker that the site had: deletes what it stored, and removes itself.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove() {
  await Promise.all(['bindery-pages', 'bindery-files'].map((name) => caches.delete(name)));
  await self.registration.unregister();
}
