/**
 * Islands that fail, and videos, on a page of their own: the library has neither. The client's real bundle is made with two small
 * components, rendered by the real worker, and served as the compiler writes documents.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert, hydrated, settled } from './support.mjs';

const ui = fileURLToPath(new URL('../../../ui', import.meta.url));
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; frame-src https://www.youtube-nocookie.com";

const COMPONENTS = {
  'Fragile.tsx': `import { useState } from 'react';
export const interactive = true;
export default function Fragile() {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('the island sank', { cause: new Error('a hole') });
  return <button type="button" onClick={() => setIsBroken(true)}>Sink</button>;
}
`,
  'Counter.tsx': `import { useState } from 'react';
export const interactive = true;
export default function Counter() {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{\`Count \${count}\`}</button>;
}
`,
};

let site;

/** Makes the bundle once and serves the page; returns its address. */
function served() {
  site ??= make();
  return site;
}

async function make() {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-islands-'));
  process.once('exit', () => spawnSync('rm', ['-rf', folder]));
  await mkdir(join(folder, 'components'));
  for (const [name, text] of Object.entries(COMPONENTS)) await writeFile(join(folder, 'components', name), text);
  const out = join(folder, 'out');
  const env = { ...process.env, BINDERY_OUT: out, BINDERY_COMPONENTS: join(folder, 'components'), BINDERY_DEV: '1' };
  await finished(spawn('node', ['build.mjs'], { cwd: ui, env, stdio: ['ignore', 'ignore', 'inherit'] }));
  const bundle = JSON.parse(await readFile(join(out, 'bundle.json'), 'utf8'));
  const html = document(bundle, renderIslands(join(out, 'ssr/worker.mjs')));
  const server = createServer((request, response) =>
    answer(request, response, { html, out, bundle }).catch(() => response.writeHead(404).end()),
  );
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  return `http://127.0.0.1:${server.address().port}`;
}

function finished(child) {
  return new Promise((done, fail) =>
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`the bundle ended with ${code}`)))),
  );
}

const SITE = {
  title: 'Site',
  tagline: '',
  url: 'https://example.org',
  basePath: '/',
  logo: null,
  navbar: [],
  messages: {},
  locale: { code: 'en', label: 'English', dir: 'ltr', htmlLang: 'en', calendar: 'gregory' },
  footer: { columns: [], copyright: null, style: 'light', logo: null },
  colorMode: { default: 'light', disableSwitch: true, respectPrefersColorScheme: false },
  sidebar: { hideable: false, autoCollapseCategories: false },
  locales: [],
  versions: [],
};
const PAGE = {
  path: '/',
  title: 'Islands',
  headTitle: 'Islands',
  description: null,
  canonical: 'https://example.org/',
  noIndex: false,
  searchTag: 'default',
  version: null,
  element: null,
  sidebar: null,
  breadcrumbs: [],
  toc: [],
  hideToc: true,
  hideFooter: true,
  previous: null,
  next: null,
  editUrl: null,
  lastUpdate: null,
  slots: 1,
  content: { kind: 'doc' },
};

function renderIslands(worker) {
  const tags = [{ c: 'Counter' }, { c: 'Fragile' }, { c: 'YouTube', p: { id: 'abc', title: 'Film' } }];
  const shell = `${JSON.stringify({ id: 0, op: 'shell', page: PAGE })}\t${JSON.stringify(SITE)}`;
  const components = tags.map((tree, at) => JSON.stringify({ id: at + 1, op: 'component', tree }));
  const input = [shell, ...components].map((line) => `${line}\n`).join('');
  const { stdout } = spawnSync('node', [worker], { input, encoding: 'utf8' });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const html = (id) => {
    const found = answers.find((one) => one.id === id);
    assert.ok(found?.html, JSON.stringify(found));
    return found.html.replaceAll('bindery-uid-', `c${id}-`);
  };
  const article = `<h1>Islands</h1>${tags.map((_, at) => html(at + 1)).join('')}<p>The article.</p>`;
  return html(0).replace('<!--bindery:slot:0-->', () => article);
}

function document({ entry, preload, styles }, shell) {
  const data = JSON.stringify({ build: 'b', site: SITE, page: PAGE }).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en" data-js><head><meta charset="utf-8"><title>Islands</title>${styles
    .map((path) => `<link rel="stylesheet" href="/${path}">`)
    .join(
      '',
    )}${preload.map((path) => `<link rel="modulepreload" href="/${path}">`).join('')}<script type="module" src="/${entry}" async></script></head><body><div id="__bindery">${shell}</div><script type="application/json" id="__bindery_data">${data}</script></body></html>`;
}

async function answer(request, response, { html, out }) {
  if (request.url === '/')
    return response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY }).end(html);
  const bytes = await readFile(join(out, 'client', decodeURIComponent(request.url)));
  return response
    .writeHead(200, { 'content-type': TYPES[extname(request.url)] ?? 'application/octet-stream' })
    .end(bytes);
}

/** Runs in the page: marks the elements that have a listener. */
function markListeners() {
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...given) {
    addEventListener.apply(this, given);
    if (this instanceof HTMLElement) this.dataset.listens = '';
  };
}

export const islandCases = [
  {
    name: 'islands::one that throws shows what was served, and the others go on',
    async run({ page }) {
      await page.goto(await served());
      await hydrated(page);
      await page.getByRole('button', { name: 'Count 0' }).click();
      await page.getByRole('button', { name: 'Count 1' }).waitFor();
      await page.getByRole('button', { name: 'Sink' }).click();
      await page.waitForSelector('[data-island=Fragile][data-failed]');
      assert.equal(await page.getByText('The article.').count(), 1);
      assert.equal(await page.locator('[data-island=Fragile] button[inert]').innerText(), 'Sink');
      await page.getByRole('button', { name: 'Count 1' }).click();
      await page.getByRole('button', { name: 'Count 2' }).waitFor();
    },
  },
  {
    name: 'islands::YouTube is asked for nothing before the click',
    async run({ page, seen }) {
      const base = await served();
      await page.route('https://**', (route) =>
        route.fulfill({ status: 200, contentType: 'text/html', body: '<p>player</p>' }),
      );
      await page.addInitScript(markListeners);
      await page.goto(base);
      await hydrated(page);
      // The link is the player's after the script has run; before that it leads to the site of the video.
      await page.waitForSelector('a[data-youtube][data-listens]');
      await settled(page);
      const foreign = () => seen.requests.filter((url) => !url.startsWith(base));
      assert.deepEqual(foreign(), []);
      const asked = page.waitForRequest(/^https:/);
      await page.getByRole('link', { name: /Play: Film/ }).click();
      await asked;
      assert.equal(await page.locator('iframe[title="Film"]').count(), 1);
      assert.deepEqual(foreign(), ['https://www.youtube-nocookie.com/embed/abc?autoplay=1']);
    },
  },
];
