/** The place in a page that Back, Forward and a reload show, where heights above it are others by then. */
import { assert, complete, hydrated, open, openHeld, scrollEnded, settled, until } from '../support.mjs';

const CHARACTER = '/characters/cryo/ganyu';
const LONG_PAGE = '/equipment/weapons/catalysts';
const PHONE = { viewport: { width: 390, height: 844 } };

const parts = 'main .md :is(p, li, tr, h3, h4)';

/** Runs in the page: the first part of the text below the navbar, and its distance from the top of the window. */
function firstInView(parts) {
  const all = [...document.querySelectorAll(parts)].filter((one) => !one.closest('thead'));
  const at = all.findIndex((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > 80);
  return { at, text: all[at].textContent, top: Math.round(all[at].getBoundingClientRect().top) };
}

/** Runs in the page: where a part of the text is, NaN if it is not shown. */
function topOf({ parts, at, text }) {
  const one = [...document.querySelectorAll(parts)].filter((one) => !one.closest('thead'))[at];
  return one?.textContent === text && one.checkVisibility() ? one.getBoundingClientRect().top : Number.NaN;
}

/** Scrolls to a part of the page, and returns what is seen there. */
async function scrollTo(page, part) {
  await page.evaluate(
    (part) => window.scrollTo({ top: part * document.documentElement.scrollHeight, behavior: 'instant' }),
    part,
  );
  // What is in view is rendered first.
  await scrollEnded(page);
  return page.evaluate(firstInView, parts);
}

/** Waits until the page shows what was seen. */
async function assertSeen(page, seen) {
  await until(async () => Math.abs((await page.evaluate(topOf, { parts, ...seen }).catch(() => NaN)) - seen.top) <= 2);
}

async function followLink(page, path) {
  await page.evaluate((path) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = path;
    link.click();
    link.remove();
  }, path);
  await page.waitForURL(`**${path}`);
  await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'TCG Library');
}

/** Ways to leave a page and come back to it. */
const returns = {
  'a link and Back': async (page) => {
    await followLink(page, '/tcg');
    await page.goBack();
  },
  'another document and Back': async (page, base) => {
    await page.goto(`${base}/tcg`);
    await page.goBack();
  },
  'a reload': (page) => page.reload(),
};

export const placeCases = [
  ...Object.entries(returns).map(([way, leave]) => ({
    name: `places::what the reader opened is open after ${way}, and the place is the same`,
    async run({ page, base }) {
      await open(page, base, CHARACTER);
      await complete(page);
      const boxes = page.locator('main .md details:visible');
      const tab = page.locator('main .md [data-tabs]:not([data-group], [data-query]) [role=tab]').nth(1);
      const hasTabs = (await tab.count()) > 0;
      if (hasTabs) await tab.click();
      for (const at of [0, 1, 2]) {
        await boxes.nth(at).locator('summary').first().click();
        await until(async () => (await boxes.nth(at).getAttribute('open')) !== null);
      }
      await until(async () => (await page.locator('main .md details[data-state]').count()) === 0);
      const seen = await scrollTo(page, 0.5);
      await leave(page, base);
      await assertSeen(page, seen);
      await hydrated(page);
      await assertSeen(page, seen);
      assert.equal(await page.locator('main .md details[open]:visible').count(), 3);
      if (hasTabs) assert.equal(await tab.getAttribute('aria-selected'), 'true');
    },
  })),
  ...Object.entries(returns).map(([way, leave]) => ({
    name: `places::a filtered list on a phone is in its place after ${way}`,
    options: PHONE,
    async run({ page, base }) {
      await open(page, base, '/characters?element=Cryo');
      await page.waitForSelector('main .md [data-keys][hidden]', { state: 'attached' });
      const seen = await scrollTo(page, 0.5);
      await leave(page, base);
      await page.waitForSelector('main .md [data-keys][hidden]', { state: 'attached' });
      await assertSeen(page, seen);
    },
  })),
  {
    name: 'places::Back shows the same text at the top in a window of another width',
    options: PHONE,
    async run({ page, base }) {
      await open(page, base, LONG_PAGE);
      await complete(page);
      const { top } = await scrollTo(page, 0.6);
      // A part that begins above is shown from the same share of its height.
      await page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), top - 79);
      await scrollEnded(page);
      const seen = await page.evaluate(firstInView, parts);
      await followLink(page, '/tcg');
      await page.setViewportSize({ width: 844, height: 390 });
      await page.goBack();
      await assertSeen(page, seen);
    },
  },
  ...Object.entries(returns)
    .slice(1)
    .map(([way, leave]) => ({
      name: `places::a page that was left before the interface runs is in its place after ${way}`,
      async run({ page, base }) {
        await openHeld(page, base + LONG_PAGE);
        const seen = await scrollTo(page, 0.55);
        await leave(page, base);
        await assertSeen(page, seen);
      },
    })),
  {
    name: 'places::Back after a reload whose interface does not run yet shows the place of the page before',
    async run({ page, base }) {
      await open(page, base, LONG_PAGE);
      await complete(page);
      const seen = await scrollTo(page, 0.55);
      await followLink(page, '/tcg');
      await openHeld(page, page.url(), () => page.reload());
      await page.evaluate(() => window.scrollTo({ top: 40, behavior: 'instant' }));
      await page.goBack();
      await assertSeen(page, seen);
    },
  },
  {
    name: 'places::a reader who scrolls after Back is not moved back when heights change',
    async run({ page, base }) {
      await open(page, base, CHARACTER);
      await complete(page);
      await scrollTo(page, 0.5);
      await page.reload();
      const before = await page.evaluate(() => window.history.state.y);
      await page.waitForFunction(() => window.scrollY > 0);
      await page.mouse.move(640, 400);
      await page.mouse.wheel(0, -400);
      await page.waitForFunction((before) => window.scrollY < before - 300, before);
      await scrollEnded(page);
      const y = await page.evaluate(() => window.scrollY);
      await page.evaluate(() => {
        document.querySelector('main').style.paddingBottom = '500px';
      });
      await settled(page);
      assert.equal(await page.evaluate(() => window.scrollY), y);
    },
  },
];
