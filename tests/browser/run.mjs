/**
 * Runs the browser cases against a served site and prints one JSON line a case.
 *
 * `node run.mjs --list GROUP` prints the names; `node run.mjs BASE_URL CACHE_DIR SITE_URL GROUP` runs the group, in order, each
 * in a fresh browser context; the second site is `tests/sites/reader`. The group is `all`, or `any-tree` for the cases that ask
 * nothing of the first site, which may then be another than the library. A line is `{"name", "ok", "error", "ms"}`.
 * `BINDERY_EXECUTABLE` is what exports the first site. `BINDERY_CASES=PATTERN` runs those that match; `BINDERY_SHOTS=DIR`
 * keeps a screenshot of each case; `BINDERY_SLOWED=20` gives pages a twentieth of the processor, as a busy machine does.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';
import { accessCases } from './cases/access.mjs';
import { compareCases } from './cases/compare.mjs';
import { earlyCases } from './cases/start/early.mjs';
import { historyCases } from './cases/start/history.mjs';
import { placeCases } from './cases/start/places.mjs';
import { enhancementCases } from './cases/enhancements.mjs';
import { docsearchCases } from './cases/search/docsearch.mjs';
import { exportCases } from './cases/export.mjs';
import { hydrationCases } from './cases/hydration.mjs';
import { islandCases } from './cases/islands.mjs';
import { layoutCases } from './cases/layout.mjs';
import { libraryCases } from './cases/library.mjs';
import { longPageCases } from './cases/long-page.mjs';
import { navbarCases } from './cases/navbar.mjs';
import { navigationCases } from './cases/navigation.mjs';
import { noScriptCases } from './cases/no-script.mjs';
import { offlineCases } from './cases/offline.mjs';
import { pageCases } from './cases/pages.mjs';
import { previewPageCases } from './preview/pages.mjs';
import { previewProblemCases } from './preview/problems.mjs';
import { readerTaskCases } from './cases/search/reader-tasks.mjs';
import { shellCases } from './cases/shell.mjs';
import { searchCases } from './cases/search/search.mjs';
import { searchNodeCases } from './cases/search/search-nodes.mjs';
import { startCases } from './cases/start/start.mjs';
import { toolCases } from './cases/tools.mjs';
import { transferCases } from './cases/transfer.mjs';

/** Guards against cases that hang; a busy machine takes many times what an idle one does. */
const CASE_DEADLINE_MS = 1_200_000;
const WAIT_DEADLINE_MS = 300_000;
/** Chromium may never close what a case has opened; the case is over by then, and the next one has a context of its own. */
const CLOSE_DEADLINE_MS = 60_000;

const libraryOnly = [
  ...hydrationCases,
  ...startCases,
  ...historyCases,
  ...placeCases,
  ...earlyCases,
  ...navigationCases,
  ...layoutCases,
  ...longPageCases,
  ...noScriptCases,
  ...transferCases,
  ...accessCases,
  ...searchCases,
  ...searchNodeCases,
  ...readerTaskCases,
  ...docsearchCases,
  ...exportCases,
  ...libraryCases,
  ...toolCases,
  ...compareCases,
  ...enhancementCases,
];
const anyTree = [
  ...islandCases,
  ...navbarCases,
  ...shellCases,
  ...pageCases,
  ...offlineCases,
  ...previewPageCases,
  ...previewProblemCases,
];
const casesOf = (group) => (group === 'any-tree' ? anyTree : [...libraryOnly, ...anyTree]);

if (process.argv[2] === '--list') {
  for (const one of casesOf(process.argv[3])) console.log(one.name);
} else {
  await runAll(process.argv[2], process.argv[3], process.argv[4], casesOf(process.argv[5]));
  // A browser that did not close would keep this process alive; it is ended with it.
  process.exit();
}

async function runAll(base, cacheDir, site, cases) {
  const { path, env } = await findChromium(cacheDir);
  const { chromium } = createRequire(new URL('../../ui/package.json', import.meta.url))('playwright-core');
  const privateTmp = await mkdtemp(join(tmpdir(), 'bindery-browser-'));
  const browser = await chromium.launch({
    executablePath: path,
    args: CHROMIUM_FLAGS.filter((flag) => flag !== '--headless'),
    env: { ...process.env, ...env, TMPDIR: privateTmp },
  });
  try {
    const wanted = new RegExp(process.env.BINDERY_CASES ?? '');
    for (const one of cases.filter(({ name }) => wanted.test(name)))
      console.log(JSON.stringify(await runOne(browser, { base, site }, one)));
  } finally {
    await closed(browser);
    await rm(privateTmp, { recursive: true, force: true });
  }
}

async function runOne(browser, sites, { name, options, run }) {
  const started = Date.now();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // A worker's requests are not the page's, which the cases count.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(WAIT_DEADLINE_MS);
  const { BINDERY_SLOWED } = process.env;
  if (BINDERY_SLOWED) context.on('page', (page) => slow(page, Number(BINDERY_SLOWED)).catch(() => {}));
  const page = await context.newPage();
  const seen = watch(page);
  try {
    await within(CASE_DEADLINE_MS, run({ page, context, ...sites, seen }));
    await keepShot(page, name);
    return { name, ok: true, error: null, ms: Date.now() - started };
  } catch (error) {
    await keepShot(page, `failed ${name}`);
    return { name, ok: false, error: String(error?.stack ?? error), ms: Date.now() - started };
  } finally {
    await closed(context);
  }
}

/** Waits until a context or the browser is closed, but not for ever. */
async function closed(opened) {
  await within(CLOSE_DEADLINE_MS, opened.close()).catch(() => {});
}

/** A page that closes meanwhile is not slowed. */
async function slow(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Collects what must not happen: console messages, page errors, requests to other hosts. */
function watch(page) {
  const seen = { messages: [], requests: [] };
  page.on('console', (message) => {
    // Chromium's own advice on performance, which depends on how busy the machine is. `console.debug` is 'debug'.
    if (message.type() !== 'verbose') seen.messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => seen.messages.push(`pageerror: ${error}`));
  page.on('request', (request) => seen.requests.push(request.url()));
  return seen;
}

function within(ms, promise) {
  let timer;
  const deadline = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
  });
  return Promise.race([promise, deadline]).finally(() => clearTimeout(timer));
}

async function keepShot(page, name) {
  const folder = process.env.BINDERY_SHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name.replace(/[^a-z0-9-]+/gi, '_')}.png`);
  await page.screenshot({ path: file }).catch(() => {});
}
