/** The library's own islands: sliders and filters work, keep what was chosen, stay small, and hide nothing from anybody. */
import { assert, assertQuiet, open } from './support.mjs';

const CHARACTER = '/characters/cryo/ganyu';
const WEAPONS = '/equipment/weapons';
const ISLAND_BUDGET = 12 * 1024;

const shownRows = (page) => page.locator('main tbody tr:not([hidden])');

/** Scrolls an island that holds `inside` into view and waits until it is alive. */
async function alive(page, inside) {
  const island = page.locator(`[data-island]:has(${inside})`).first();
  await island.scrollIntoViewIfNeeded();
  await island.locator('input:enabled').first().waitFor();
  return island;
}

export const libraryCases = [
  {
    name: 'library::stats follow the slider',
    async run({ page, base, seen }) {
      await open(page, base, CHARACTER);
      const island = await alive(page, '.panel');
      assert.equal(await island.locator('dd').first().innerText(), '9,797');
      await island.locator('input').press('Home');
      assert.equal(await island.locator('dd').first().innerText(), '763');
      assertQuiet(seen);
    },
  },
  {
    name: 'library::a talent level is kept while browsing',
    async run({ page, base, seen }) {
      await open(page, base, CHARACTER);
      const island = await alive(page, '.choice');
      await island.locator('input').press('ArrowRight');
      assert.equal(await island.locator('thead .col-on').innerText(), '10');
      await page.locator('nav a[href="/characters/cryo/kaeya"]').first().click();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Kaeya');
      const other = await alive(page, '.choice');
      assert.equal(await other.locator('thead .col-on').innerText(), '10');
      assertQuiet(seen);
    },
  },
  {
    name: 'library::a list opens as its address says',
    async run({ page, base, seen }) {
      await open(page, base, `${WEAPONS}?type=Bow&rarity=5&sort=-5`);
      await alive(page, '.filter');
      await page.waitForFunction(() => document.querySelectorAll('main tbody tr:not([hidden])').length < 20);
      const count = await shownRows(page).count();
      assert.ok(count > 5, `${count} rows`);
      const attack = await shownRows(page).locator('td:nth-child(5)').allInnerTexts();
      assert.deepEqual(
        attack,
        [...attack].sort((a, b) => Number(b) - Number(a)),
      );
      await page.locator('main input[type=search]').fill('sky');
      await page.waitForFunction(() => document.querySelectorAll('main tbody tr:not([hidden])').length === 1);
      assert.equal(new URL(page.url()).search, '?type=Bow&rarity=5&sort=-5&find=sky');
      assertQuiet(seen);
    },
  },
  {
    name: 'library::every figure can be read without script',
    options: { javaScriptEnabled: false },
    async run({ page, base }) {
      await page.goto(base + WEAPONS);
      assert.equal(await shownRows(page).count(), 233);
      await page.goto(base + CHARACTER);
      const levels = await page.locator('.choice table').first().locator('thead th').count();
      assert.ok(levels > 10, `${levels} columns`);
      assert.ok(await page.getByRole('cell', { name: '10,493' }).isVisible());
    },
  },
  {
    name: 'library::an island is a small script',
    async run({ page, context, base }) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const sizes = new Map();
      const names = new Map();
      session.on(
        'Network.responseReceived',
        ({ requestId, type, response }) => type === 'Script' && names.set(requestId, response.url),
      );
      session.on(
        'Network.loadingFinished',
        ({ requestId, encodedDataLength }) =>
          names.has(requestId) && sizes.set(names.get(requestId), encodedDataLength),
      );
      await open(page, base, CHARACTER);
      const first = new Set(sizes.keys());
      await alive(page, '.panel');
      await alive(page, '.choice');
      await open(page, base, WEAPONS);
      await alive(page, '.filter');
      const entry = [...names.values()].find((url) => /\/entry-/.test(url));
      const islands = [...sizes].filter(([url]) => url !== entry);
      assert.ok(islands.length >= 2, `${islands.length} scripts beside the entry, ${first.size} at first`);
      const total = islands.reduce((sum, [, bytes]) => sum + bytes, 0);
      assert.ok(total <= ISLAND_BUDGET, `all islands together: ${total} B\n${islands.join('\n')}`);
    },
  },
];
