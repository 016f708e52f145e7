/** What `bindery dev` shows of the problems of the content. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { assert, assertSameDocument, markWindow, open, until } from '../cases/support.mjs';
import { preview } from './author.mjs';

const CASES = {
  'preview: the problems of the open page come first, and go when they are corrected': ordersProblems,
  'preview: the place of a problem opens the editor, for pages of this server only': opensEditor,
  'preview: the problems are readable in both colour modes': isReadable,
  'preview: a request that the policy refuses is shown': showsRefusedRequests,
};

export const previewProblemCases = Object.entries(CASES).map(([name, run]) => ({
  name,
  run: async (given) => run(given, await preview()),
}));

async function brokenPage({ base, write }, name) {
  write(`docs/${name}.md`, `---\ntitle: ${name}\n---\n\nText.\n\nA [broken](./none-${name}.md) link.\n`);
  await until(async () => (await fetch(`${base}/${name}`)).ok);
}

async function showsRefusedRequests({ page }, { base, write }) {
  write('docs/requests.md', '---\ntitle: Requests\n---\n\nText.\n');
  await until(async () => (await fetch(`${base}/requests`)).ok);
  await open(page, base, '/requests');
  await page.evaluate(() => Promise.allSettled([fetch('https://refused.example/x'), fetch('/own')]));
  const problem = page.locator('#bindery-overlay pre', { hasText: 'refuses requests to' });
  await problem.waitFor({ state: 'attached' });
  assert.match(await problem.textContent(), /`https:\/\/refused\.example`/);
}

async function ordersProblems({ page }, tree) {
  await brokenPage(tree, 'a-problem');
  await brokenPage(tree, 'z-problem');
  await open(page, tree.base, '/z-problem');
  await markWindow(page);
  const overlay = page.locator('#bindery-overlay');
  await overlay.locator('pre').first().waitFor();
  assert.match(await overlay.locator('pre').first().innerText(), /z-problem\.md:7:\d+: /);
  assert.match(await overlay.locator('details summary').innerText(), /^Other files: 1 /);
  tree.edit('docs/z-problem.md', './none-z-problem.md', './text.md');
  await until(async () => /a-problem\.md/.test(await overlay.locator('pre').first().innerText()));
  tree.remove('docs/a-problem.md');
  await overlay.waitFor({ state: 'detached' });
  await assertSameDocument(page);
  tree.remove('docs/z-problem.md');
}

async function opensEditor({ page }, tree) {
  await brokenPage(tree, 'edited');
  await open(page, tree.base, '/edited');
  await page.locator('#bindery-overlay button').first().click();
  await until(() => existsSync(tree.opened) && readFileSync(tree.opened, 'utf8') !== '');
  assert.match(readFileSync(tree.opened, 'utf8'), /\/docs\/edited\.md:7:\d+$/);
  const { status } = await fetch(`${tree.base}/_bindery/dev/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: tree.base },
    body: JSON.stringify({ file: `${tree.folder}/docs/edited.md`, line: 1, column: 1 }),
  });
  assert.equal(status, 403, 'without the token nothing is opened');
  tree.remove('docs/edited.md');
}

async function isReadable({ page }, tree) {
  await brokenPage(tree, 'readable');
  await brokenPage(tree, 'readable-too');
  const axe = readFileSync(
    createRequire(new URL('../../../ui/package.json', import.meta.url)).resolve('axe-core'),
    'utf8',
  );
  await open(page, tree.base, '/readable');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    await open(page, tree.base, '/readable');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
    await page.locator('#bindery-overlay details summary').click();
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run('#bindery-overlay');
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    });
    assert.deepEqual(found, [], theme);
  }
  for (const name of ['readable', 'readable-too']) tree.remove(`docs/${name}.md`);
}
