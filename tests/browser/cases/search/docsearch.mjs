/** `typesense-docsearch-react` as it is, in a page of its own that asks the served site. It needs React 18. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '../support.mjs';

const UI = fileURLToPath(new URL('../../../../ui', import.meta.url));
const require = createRequire(join(UI, 'package.json'));

const ENTRY = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { DocSearch } from 'typesense-docsearch-react';
const { hostname: host, port, protocol } = window.location;
createRoot(document.querySelector('main')).render(createElement(DocSearch, {
  typesenseCollectionName: 'tcl',
  typesenseServerConfig: { nodes: [{ host, port: Number(port), protocol: protocol.slice(0, -1) }], apiKey: 'search-only' },
  typesenseSearchParameters: { filter_by: 'language:=en && docusaurus_tag:=[default,docs-default-current]' },
}));
`;

async function bundle() {
  const { build } = require('esbuild');
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: UI },
    // Aliases are looked for from here.
    absWorkingDir: UI,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    alias: { react: 'react18', 'react-dom': 'react18-dom' },
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

/** A document of the site's own origin, without its policy. */
async function openStock(page, base) {
  const script = await bundle();
  const html =
    '<!doctype html><html lang="en"><title>Stock</title><main></main><script src="/stock.js"></script></html>';
  await page.route(`${base}/stock.html`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.route(`${base}/stock.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto(`${base}/stock.html`);
  await page.getByRole('button', { name: 'Search' }).click();
  return page.locator('.DocSearch-Input');
}

const one = (name, run) => ({ name: `search::${name}`, run });

export const docsearchCases = [
  one('the stock modal of DocSearch shows hits', async ({ page, base, seen }) => {
    const field = await openStock(page, base);
    const [response] = await Promise.all([page.waitForResponse(/multi_search/), field.fill('hu tao')]);
    assert.equal(response.status(), 200);
    const first = page.locator('.DocSearch-Hit').first();
    await first.waitFor();
    assert.match(await first.getByRole('link').getAttribute('href'), /\/characters\/pyro\/hu-tao$/);
    assert.ok((await first.locator('mark').count()) > 0, 'matches are marked');
    assert.deepEqual(
      seen.messages.filter((line) => line.startsWith('error')),
      [],
    );
  }),
  one('the stock modal of DocSearch shows that nothing was found', async ({ page, base }) => {
    const field = await openStock(page, base);
    await field.fill('qwzxvkjh');
    await page.locator('.DocSearch-NoResults').waitFor();
    await field.fill('elemental gauge');
    await page.locator('.DocSearch-Hit').first().waitFor();
  }),
];
