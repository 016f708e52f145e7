/** The service worker of a site with `offline = true`: pages stay readable when the server does not answer. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { assert, hydrated, open, until } from './support.mjs';

const STORE = new URL('../../../compiler/src/output/offline/store.js', import.meta.url);
const REMOVE = new URL('../../../compiler/src/output/offline/remove.js', import.meta.url);

/** What `offline = true` puts before the worker's script: the second site is a preview, which has no worker. */
const TEXTS = ['/ar/', '/'].map((home) => ({
  home,
  lang: home === '/' ? 'en' : 'ar',
  dir: home === '/' ? 'ltr' : 'rtl',
  title: 'You are offline',
  reason: 'Not stored.',
  retry: 'Try again',
  stored: 'Stored',
}));

async function workerScript() {
  return `const TEXTS = ${JSON.stringify(TEXTS)};\n${await readFile(STORE, 'utf8')}`;
}

/** The end of a name with a hash, such as `-h4ghpakd.js`. In the newer build each hash has another end. */
const HASHED = /(-\w{8,10})\.(js|css|json|woff2)\b/g;
const NEWER = /(-\w{8,10})newer\.(js|css|json|woff2)\b/;

/** The files of a preview that keep their names when they change. In the newer build they have others, as in a site that was built. */
const UNHASHED = /\bpreview\/(facts|site)\.js\b/g;
const NAMED = '-unhashed';

/** The texts of a newer build: other names of all files, another id of the build, other words. */
function newerText(text) {
  const hashed = text.replace(UNHASHED, `preview/$1${NAMED}.js`);
  const named = hashed.replace(HASHED, '$1newer.$2').replace(/("build":"[^"]+)"/g, '$1newer"');
  return named.replaceAll('Long', 'Newer');
}

/**
 * A server in front of the site, which turns `offline` on, answers the paths in `own` itself, and can be stopped. After `update`
 * it serves a newer build, which has no file of the other one.
 */
async function relay(site, own) {
  let isNewer = false;
  const server = createServer(async (asked, answer) => {
    if (own[asked.url] !== undefined)
      return answer.writeHead(200, { 'content-type': 'text/javascript' }).end(own[asked.url]);
    const { method, url } = asked;
    if (isNewer && url.startsWith('/assets/') && !NEWER.test(url)) return answer.writeHead(404).end();
    const headers = { accept: asked.headers.accept ?? '*/*' };
    const from = await fetch(new URL(url.replace(NEWER, '$1.$2').replace(NAMED, ''), site), {
      method,
      headers,
      redirect: 'manual',
    });
    const type = from.headers.get('content-type') ?? '';
    const body = Buffer.from(await from.arrayBuffer());
    const isText = /^(?:text\/|application\/json)/.test(type);
    const text = isText ? body.toString().replace('"site":{', '"site":{"offline":true,') : body;
    const named = ['content-security-policy', 'location'].map((name) => [name, from.headers.get(name)]);
    answer.writeHead(from.status, { 'content-type': type, ...Object.fromEntries(named.filter(([, value]) => value)) });
    answer.end(isText && isNewer ? newerText(text) : text);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    update: () => {
      isNewer = true;
    },
    stop: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

/** Opens a page and waits until the worker has stored it with the scripts, the style sheet and the fonts that it uses. */
async function visit(page, base, path) {
  await page.route('https://www.googletagmanager.com/**', (route) => route.fulfill({ body: '' }));
  await open(page, base, path);
  await until(() => isStored(page, path));
}

function isStored(page, path) {
  return page.evaluate(async (path) => {
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    const used = [path, ...files.filter((name) => new URL(name).pathname.startsWith('/assets/'))];
    const stored = await Promise.all(used.map((one) => caches.match(one, { ignoreVary: true })));
    return stored.every(Boolean);
  }, path);
}

const one = (name, run) => ({
  name: `offline::${name}`,
  options: { serviceWorkers: 'allow' },
  run: async (given) => {
    const own = { '/sw.js': await workerScript() };
    const server = await relay(given.site, own);
    try {
      await run({ ...given, own, server, base: server.base });
    } finally {
      await server.stop();
    }
  },
});

export const offlineCases = [
  one('pages_that_were_opened_are_read_without_a_network', async ({ page, base, server }) => {
    await visit(page, base, '/guides/long');
    await visit(page, base, '/next/guides/pictures');
    const title = await page.locator('h1').first().innerText();
    const font = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    await server.stop();
    await page.reload();
    assert.equal(await page.locator('h1').first().innerText(), title);
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.body).fontFamily),
      font,
      'the style sheet is stored',
    );
    await hydrated(page);
    await page.goto(`${base}/guides/long/`);
    assert.match(await page.title(), /Long/);
  }),

  one('links_lead_to_stored_pages_without_a_network', async ({ page, base, server }) => {
    await visit(page, base, '/guides/long');
    await visit(page, base, '/next/guides/pictures');
    await hydrated(page);
    await server.stop();
    await page.locator('footer a[href="/guides/long"]').first().click();
    await page.waitForURL('**/guides/long');
    await page.waitForFunction(() => document.title.includes('Long'));
  }),

  one('pages_opened_by_a_link_are_stored_as_documents', async ({ page, base, server }) => {
    await visit(page, base, '/next/guides/pictures');
    await page.locator('footer a[href="/guides/long"]').first().click();
    await page.waitForURL('**/guides/long');
    await until(() => isStored(page, '/guides/long'));
    await server.stop();
    await page.reload();
    assert.match(await page.title(), /Long/);
  }),

  one('a_page_that_was_not_opened_lists_those_that_were', async ({ page, base, server }) => {
    await visit(page, base, '/guides/long');
    await server.stop();
    const response = await page.goto(`${base}/tour`);
    assert.equal(response.status(), 503);
    assert.equal(await page.locator('h1').innerText(), 'You are offline');
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    const stored = page.locator('li a');
    assert.deepEqual(await stored.evaluateAll((links) => links.map((link) => link.pathname)), ['/guides/long']);
    assert.match(await stored.first().innerText(), /Long/);
    await page.goto(`${base}/ar/tour`);
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    await page.goBack();
    await stored.first().click();
    await page.waitForURL('**/guides/long');
  }),

  one('with_a_network_every_page_is_the_servers', async ({ page, base, server }) => {
    await visit(page, base, '/guides/long');
    await page.evaluate(async () => {
      const pages = await caches.open('bindery-pages:/');
      await pages.put('/guides/long', new Response('<title>Old</title>', { headers: { 'content-type': 'text/html' } }));
    });
    await page.goto(`${base}/guides/long`);
    assert.match(await page.title(), /Long/);
    await until(() => isStored(page, '/guides/long'));
    await until(() =>
      page.evaluate(async () => {
        const stored = await caches.match('/guides/long', { ignoreVary: true });
        return !(await stored.text()).includes('Old');
      }),
    );
    await server.stop();
    await page.reload();
    assert.match(await page.title(), /Long/);
  }),

  one('a_page_of_a_newer_build_has_no_file_of_the_older_one', async ({ page, base, server }) => {
    const files = () =>
      page.evaluate(() => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
        return loaded.filter((path) => path.startsWith('/assets/'));
      });
    const assertNewer = async () => {
      const loaded = await files();
      assert.ok(loaded.length > 2, `${loaded}`);
      assert.deepEqual(
        loaded.filter((path) => !NEWER.test(path)),
        [],
        'files of the older build',
      );
    };
    await visit(page, base, '/next/guides/pictures');
    assert.equal((await files()).filter((path) => NEWER.test(path)).length, 0);
    server.update();
    // A link of the page that is still open opens the document of the newer build.
    await page.locator('footer a[href="/guides/long"]').first().click();
    await page.waitForURL('**/guides/long');
    await page.waitForFunction(() => document.title.includes('Newer'));
    await hydrated(page);
    await assertNewer();
    await page.goto(`${base}/guides/long`);
    assert.match(await page.title(), /Newer/);
    await hydrated(page);
    await until(() => isStored(page, '/guides/long'));
    await assertNewer();
    await server.stop();
    await page.reload();
    assert.match(await page.title(), /Newer/);
    await hydrated(page);
    await assertNewer();
  }),

  one('a_page_that_is_gone_is_stored_no_longer', async ({ page, base }) => {
    await visit(page, base, '/guides/long');
    await page.evaluate(async () => {
      const pages = await caches.open('bindery-pages:/');
      await pages.put(
        '/no/such/page',
        new Response('<title>Old</title>', { headers: { 'content-type': 'text/html' } }),
      );
    });
    await page.goto(`${base}/no/such/page`);
    await until(() => page.evaluate(async () => !(await caches.match('/no/such/page', { ignoreVary: true }))));
  }),

  one('a_site_that_removes_it_leaves_nothing_behind', async ({ page, base, own }) => {
    await visit(page, base, '/guides/long');
    own['/sw.js'] = await readFile(REMOVE, 'utf8');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await until(() => page.evaluate(async () => (await caches.keys()).length === 0));
    await until(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length === 0));
  }),
];
