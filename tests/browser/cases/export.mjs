/** The exported site from a server that knows nothing but files: its search is the browser's. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { NOT_FOUND_LINE, assert, assertQuiet, open, settled } from './support.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
};

/** `bindery export` into a folder, and a server of its files: `/a` is `a.html`, as all hosts have it. */
async function serveExport() {
  const folder = join(await mkdtemp(join(tmpdir(), 'bindery-export-')), 'site');
  await promisify(execFile)(process.env.BINDERY_EXECUTABLE, ['export', folder]);
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(request.url.split('?')[0]));
    const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
    for (const name of names) {
      try {
        const bytes = await readFile(join(folder, name));
        return response
          .writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
          .end(bytes);
      } catch {
        // The next name.
      }
    }
    response.writeHead(404).end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  // Whoever ends the cases waits for no server.
  server.unref();
  process.once('exit', () => rmSync(join(folder, '..'), { recursive: true, force: true }));
  return `http://127.0.0.1:${server.address().port}`;
}

let served;

const one = (name, run) => ({
  name: `search::${name}`,
  run: async (given) => {
    served ??= serveExport();
    await run({ ...given, base: await served });
  },
});

export const exportCases = [
  // The others need not wait for it, then.
  one('a site is exported for a server of files', async ({ base }) => {
    const response = await fetch(`${base}/search`);
    assert.match(await response.text(), /<html/);
  }),
  one('an exported site finds by its files', async ({ page, base, seen }) => {
    await open(page, base, '/tcg');
    await settled(page);
    assert.deepEqual(
      seen.requests.filter((url) => url.includes('/_bindery/search/')),
      [],
      'nothing is loaded before it is asked for',
    );
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const box = dialog.getByRole('combobox');
    const first = dialog.getByRole('option').first();
    for (const [query, wanted] of [
      ['hutao', /Hu Tao/],
      ['nuevillette', /Neuvillette/],
      ['elemetal gauge', /Elemental Gauge/],
    ]) {
      await box.fill(query);
      await first.filter({ hasText: wanted }).waitFor();
      assert.ok((await first.locator('mark').count()) > 0, `${query}: matches are marked`);
    }
    await box.fill('qwzxvkjh');
    await dialog.getByText('No results for "qwzxvkjh"').waitFor();
    await box.fill('ganyu');
    await first.filter({ hasText: 'Ganyu' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/characters/cryo/ganyu');
    assert.deepEqual(
      seen.requests.filter((url) => url.includes('multi_search')),
      [],
    );
    // A payload has no ending in its address, so that such a server does not know it: the document is loaded whole.
    assertQuiet(seen, [NOT_FOUND_LINE]);
  }),
  one('the search page of an exported site answers', async ({ page, base }) => {
    await open(page, base, '/search?q=hu%20tao');
    await page
      .getByRole('status')
      .getByText(/^\d+ documents found$/)
      .waitFor();
    const link = page.locator('article.hit h2 a').first();
    assert.equal(await link.getAttribute('href'), '/characters/pyro/hu-tao');
    await link.click();
    await page.waitForURL('**/characters/pyro/hu-tao');
  }),
  one('an exported site whose files are lost says so', async ({ page, base }) => {
    await page.route('**/_bindery/search/**', (route) => route.fulfill({ status: 503, body: '' }));
    await open(page, base, '/search?q=ganyu');
    await page.getByRole('status').getByText('Unable to fetch results').waitFor();
    await page.unroute('**/_bindery/search/**');
    await page.getByRole('searchbox', { name: 'Search' }).fill('furina');
    await page
      .getByRole('status')
      .getByText(/found$/)
      .waitFor();
  }),
];
