/** What the cases share: the pages of each kind, opening a page, and plain assertions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export { assert };

/** One page of every kind, and what its h1 says. */
export const KINDS = [
  ['home', '/', 'Theorycrafting Library'],
  ['character', '/characters/cryo/ganyu', 'Ganyu'],
  ['character whose findings are pending', '/characters/anemo/ifa', 'Ifa'],
  ['mechanic with math', '/combat-mechanics/damage/damage-formula', 'Damage Formula'],
  ['mechanic with code', '/combat-mechanics/internal-cooldown', 'Internal Cooldown'],
  ['enemy', '/enemy-data/automatons/ruin-guard', 'Ruin Guard'],
  ['equipment', '/equipment/artifacts', 'Artifacts'],
  ['list of equipment', '/equipment/weapons', 'Weapons'],
  ['compendium', '/resources/compendiums/elemental-gauges', 'Elemental Gauge Database'],
  ['enemies compared', '/enemy-data/hilichurls', 'Hilichurls'],
  ['evidence counted', '/evidence/characters', 'Characters: evidence'],
  ['evidence', '/evidence/characters/cryo/ganyu', 'Ganyu: evidence'],
  ['card game', '/tcg', 'TCG Library'],
  ['category index', '/characters/cryo', 'Cryo'],
  ['newsletter list', '/newsletter', null],
  ['newsletter post', '/newsletter/2022/07/08/patch-2.7', 'Patch 2.7'],
  ['newsletter archive', '/newsletter/archive', 'Archive'],
  ['search page', '/search', 'Search the documentation'],
  ['not-found page', '/no/such/page', 'Page Not Found'],
];

/** A file of the library's data. */
export function readData(path) {
  return JSON.parse(readFileSync(new URL(`../../../content/data/${path}`, import.meta.url), 'utf8'));
}

/** Opens a path and waits until it is interactive, and its text has its fonts: they change where things are. */
export async function open(page, base, path) {
  const response = await page.goto(base + path, { waitUntil: 'load' });
  await hydrated(page);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  return response;
}

/** Opens a path of the small site, whose analytics load no foreign script. */
export async function openSite(page, site, path = '/') {
  await page.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  return open(page, site, path);
}

/** Uses the page, at which it loads the interface, and waits until that works. */
export async function hydrated(page) {
  await page.waitForFunction(() => 'started' in document.documentElement.dataset);
  await page.evaluate(() => window.dispatchEvent(new Event('focusin')));
  await interfaceWorks(page);
}

/** Waits for the mark of readiness; how soon it comes is measured elsewhere. */
export async function interfaceWorks(page) {
  await page.waitForSelector('html[data-has-hydrated="true"]', { state: 'attached' });
}

/** The address of the interface's script. */
export const INTERFACE = /\/assets\/interface-[^/]+\.js$/;

/** Opens a page whose interface is not loaded before `release`, which waits until the interface works. */
export async function openHeld(page, url, load = () => page.goto(url, { waitUntil: 'load' })) {
  const { opened, open } = gate();
  await page.route(INTERFACE, async (route) => {
    await opened;
    await route.continue();
  });
  await load();
  await page.waitForFunction(() => 'started' in document.documentElement.dataset);
  return async function release() {
    assert.equal(await page.locator('html[data-has-hydrated]').count(), 0, 'the interface was not held back');
    open();
    await hydrated(page);
  };
}

/** Like `openHeld`, with a text typed for the search. */
export async function openTyped(page, url, text) {
  const release = await openHeld(page, url);
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  return release;
}

/** The text in the field of the search's dialog, once that is open. */
export async function searchText(page) {
  const field = page.locator('dialog[open] input:focus');
  await field.waitFor();
  return field.inputValue();
}

/** The text of the first h1 in main. */
export async function heading(page) {
  return (await page.locator('main h1').first().innerText()).trim();
}

/** Fails with the list when anything was printed to the console. */
export function assertQuiet(seen, allowed = []) {
  const loud = seen.messages.filter((message) => !allowed.some((pattern) => pattern.test(message)));
  assert.deepEqual(loud, [], 'the console must stay empty');
}

/** Chromium logs every 404 answer by itself; that line is the network's, not ours. */
export const NOT_FOUND_LINE = /^error: Failed to load resource: the server responded with a status of 404/;

/** Waits until a condition of the test's own holds. The case's deadline ends it. */
export async function until(isTrue) {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Lets the page handle what has arrived, and show it: for assertions that something has not happened. */
export async function settled(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** Waits until no animation or transition runs; those that follow the scroll position never end. */
export async function animationsEnded(page) {
  await page.waitForFunction(() => document.getAnimations().every(({ timeline }) => timeline !== document.timeline));
}

/** Waits until the window does not scroll any more: the position is the same in several frames. */
export async function scrollEnded(page) {
  await page.evaluate(
    () =>
      new Promise((done) => {
        let [last, frames] = [-1, 0];
        const look = () => {
          frames = window.scrollY === last ? frames + 1 : 0;
          last = window.scrollY;
          if (frames < 10) requestAnimationFrame(look);
          else done();
        };
        look();
      }),
  );
}

/** Waits for a query of the address: the page may write it after what it shows. */
export async function queryIs(page, search) {
  await page.waitForFunction((wanted) => window.location.search === wanted, search);
}

/** Waits until the position of the page is stored in its history entry. */
export async function positionStored(page, y) {
  await page.waitForFunction((wanted) => window.history.state?.y === wanted, y);
}

/** Waits until React handles the events of an island without controls: it marks the elements that it hydrates. */
export async function islandStarted(island) {
  await until(() => island.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactContainer'))));
}

/**
 * Waits until the article is complete: the browser renders the rest of a long page and hydrates its islands when it is idle.
 * Before that the boxes in a block that is not rendered overlap those of the next block.
 */
export async function complete(page) {
  await page.waitForFunction(() => {
    const blocks = [...document.querySelectorAll('main .md > *')];
    const isRendered = blocks.every((block) => getComputedStyle(block).contentVisibility === 'visible');
    return isRendered && document.querySelector('[data-island]:not([data-live], [data-failed])') === null;
  });
}

/** A promise that the test resolves. */
export function gate() {
  let open;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A mark on `window` that a document load would wipe. */
export async function markWindow(page) {
  await page.evaluate(() => {
    window.__mark = 'same document';
  });
}

export async function assertSameDocument(page) {
  assert.equal(await page.evaluate(() => window.__mark), 'same document', 'the document was loaded again');
}
