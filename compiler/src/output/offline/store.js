// Keeps the pages that a reader opened readable without a network. `TEXTS` stands before this: the texts of each locale.
// The path below which the site is served; it ends with a slash. Another site may be served by the same host.
const BASE = new URL('./', self.location.href).pathname;
const PAGES = `bindery-pages:${BASE}`;
const FILES = `bindery-files:${BASE}`;
// The oldest are deleted, other files before those that many pages need: scripts, styles and fonts.
const MAX_PAGES = 300;
const MAX_FILES = 600;
const SHARED = /\.(?:css|js|woff2?)$/;
const PAYLOADS = `${BASE}_bindery/page/`;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => event.waitUntil(keep(event.data)));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || request.headers.has('range')) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event, url));
  else if (url.pathname.startsWith(PAYLOADS)) event.respondWith(openPayload(request, url));
  else event.respondWith(openFile(request));
});

async function activate() {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// `path` is the page that the reader sees, `files` are the addresses of what it loaded.
async function keep({ path, files }) {
  await Promise.all([path && keepPage(path), ...(files ?? []).map(keepFile)]);
  await prune(PAGES, MAX_PAGES);
  await prune(FILES, MAX_FILES, SHARED);
}

async function keepPage(path) {
  const pages = await caches.open(PAGES);
  try {
    const response = await fetch(path, { headers: { accept: 'text/html' } });
    const isGone = response.ok ? response.redirected : response.status === 404 || response.status === 410;
    if (isGone) await pages.delete(path, { ignoreVary: true });
    // Replaces what is stored in one step, and makes it the youngest.
    else if (response.ok) await pages.put(path, response);
  } catch {
    // There is no network: what is stored stays.
  }
}

async function keepFile(address) {
  const files = await caches.open(FILES);
  const stored = await files.match(address, { ignoreVary: true });
  try {
    const response = stored ?? (await fetch(address));
    if (!response.ok || response.redirected) return;
    await files.put(address, response);
  } catch {
    // The next page that uses it tries again.
  }
}

// Deletes the oldest, those whose paths match `last` after all others.
async function prune(name, most, last) {
  const cache = await caches.open(name);
  const all = await cache.keys();
  const isLast = ({ url }) => last?.test(new URL(url).pathname) ?? false;
  const keys = [...all.filter((key) => !isLast(key)), ...all.filter(isLast)];
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

async function openPage(event, url) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await storedPage(url.pathname)) ?? offlinePage(url.pathname);
  }
}

// The interface loads the document itself when a payload redirects it from another build.
async function openPayload(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    const path = BASE + url.pathname.slice(PAYLOADS.length);
    if (await storedPage(path)) return Response.json({ build: 'offline', redirect: path });
    throw error;
  }
}

async function openFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await caches.match(request, { cacheName: FILES, ignoreVary: true });
    if (stored) return stored;
    throw error;
  }
}

function storedPage(path) {
  const plain = path.length > 1 ? path.replace(/(?:\/|\/index\.html|\.html)$/, '') : path;
  const options = { cacheName: PAGES, ignoreVary: true };
  return caches.match(path, options).then((found) => found ?? caches.match(plain, options));
}

// The page for a path that is not stored: it lists those that are, the youngest first.
async function offlinePage(path) {
  const texts = TEXTS.find(({ home }) => path.startsWith(home)) ?? TEXTS[TEXTS.length - 1];
  const pages = await caches.open(PAGES);
  const keys = (await pages.keys()).reverse();
  const documents = await Promise.all(keys.map((key) => pages.match(key).then((page) => page.text())));
  const items = documents.map((html, at) => {
    const { pathname } = new URL(keys[at].url);
    // A worker has no parser of HTML. Bindery wrote the document: it has one title, before all that an author writes, with `<`
    // escaped, and style sheets with quoted attributes.
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? escaped(decodeURI(pathname));
    return `<li><a href="${escaped(pathname)}">${title}</a></li>`;
  });
  const styles = documents[0]?.match(/<link\b[^>]*\brel="stylesheet"[^>]*>/g) ?? [];
  const body = `<!doctype html>
<html lang="${escaped(texts.lang)}" dir="${texts.dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(texts.title)}</title>${styles.join('')}</head>
<body><main class="offline"><h1>${escaped(texts.title)}</h1><p>${escaped(texts.reason)}</p><p><a href="">${escaped(texts.retry)}</a></p>
${items.length > 0 ? `<h2>${escaped(texts.stored)}</h2><ul>${items.join('')}</ul>` : ''}</main></body>
</html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'",
  };
  return new Response(body, { status: 503, headers });
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
