/** The shell: landmarks, colour mode, sidebar, tabs, and no sideways scroll on small screens. */
import { animationsEnded, assert, assertQuiet, KINDS, open } from './support.mjs';

const narrow = KINDS.map(([kind, path]) => ({
  name: `layout::${kind} does not scroll sideways at 320 px`,
  options: { viewport: { width: 320, height: 640 } },
  async run({ page, base }) {
    await open(page, base, path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(overflow <= 0, `the page scrolls sideways by ${overflow} px`);
  },
}));

const scrollTo = (page, top) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
const scrolled = (page) => page.evaluate(() => window.scrollY);

const scrolling = [
  {
    name: 'layout::focus in the navbar leaves the page where it is',
    options: { reducedMotion: 'reduce' },
    async run({ page, base }) {
      await open(page, base, '/combat-mechanics/damage/damage-formula');
      await scrollTo(page, 1800);
      await page.evaluate(() => document.querySelector('.brand').focus());
      const stops = await page.locator('.navbar :is(a,button):visible').count();
      assert.ok(stops > 5, `${stops} Tab stops`);
      for (let at = 0; at < stops; at += 1) {
        assert.equal(await scrolled(page), 1800);
        assert.ok(await page.evaluate(() => document.activeElement.closest('.navbar') !== null));
        if (at + 1 < stops) await page.keyboard.press('Tab');
      }
    },
  },
  {
    name: 'layout::a closed menu leaves the page where it is',
    options: { viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' },
    async run({ page, base }) {
      await open(page, base, '/combat-mechanics/damage/damage-formula');
      await scrollTo(page, 1800);
      const toggle = page.getByRole('button', { name: 'Toggle navigation bar' });
      await toggle.evaluate((button) => button.click());
      await page.locator('.menu-box[data-state=open] .menu').waitFor();
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-expanded') === 'false');
      assert.equal(await scrolled(page), 1800);
    },
  },
  {
    name: 'layout::the head of a long table stays below the navbar',
    async run({ page, base }) {
      await open(page, base, '/enemy-data');
      const table = page.getByRole('region', { name: 'Enemies compared' });
      await table.and(page.locator('[data-overflow=none]')).waitFor();
      await assertHeadStays(page, table);
    },
  },
  {
    name: 'layout::a long table that scrolls sideways scrolls with the page, and its head stays',
    options: { viewport: { width: 390, height: 800 } },
    async run({ page, base }) {
      await open(page, base, '/enemy-data');
      const table = page.getByRole('region', { name: 'Enemies compared' });
      await table.and(page.locator('[data-overflow=clip],[data-overflow=scroll]')).waitFor();
      assert.ok(await table.evaluate((box) => box.scrollWidth > box.clientWidth));
      assert.ok(await table.evaluate((box) => box.scrollHeight <= box.clientHeight + 1), 'the rows flow with the page');
      await assertHeadStays(page, table);
      assert.ok(await table.evaluate((box) => box.scrollHeight <= box.clientHeight + 1), 'the head is in the box');
    },
  },
  ...['/enemy-data', '/evidence', '/resources/compendiums/elemental-gauges'].map((path) => ({
    name: `layout::print holds all of ${path}`,
    async run({ page, base }) {
      await open(page, base, path);
      await page.emulateMedia({ media: 'print' });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((one) => one.clientHeight > 1 && one.scrollHeight > one.clientHeight + 1)
          .filter((one) => getComputedStyle(one).overflowY !== 'visible')
          .map((one) => `${one.className}: ${one.clientHeight} of ${one.scrollHeight} px`),
      );
      assert.deepEqual(cut, []);
    },
  })),
];

async function assertHeadStays(page, table) {
  const isCut = await table.evaluate((box) => box.scrollHeight > box.clientHeight + 1);
  assert.equal(isCut, false, 'the rows flow with the page');
  const top = await table.evaluate((box) => box.getBoundingClientRect().top + window.scrollY);
  await scrollTo(page, top + 1000);
  // A browser may move the head in the frame after the scroll: an animation follows the position of the page.
  await page.waitForFunction(() => {
    const [navbar, head] = ['.navbar', '.sticky-head thead th'].map((one) =>
      document.querySelector(one).getBoundingClientRect(),
    );
    return Math.abs(navbar.bottom - head.top) <= 1;
  });
}

const forcedColors = {
  name: 'layout::forced colours show the current page, the current section and what is chosen',
  options: { forcedColors: 'active' },
  async run({ page, base }) {
    await open(page, base, '/combat-mechanics/elemental-effects/elemental-gauge-theory');
    const style = (selector, property, pseudo) =>
      page
        .locator(selector)
        .first()
        .evaluate((node, [name, part]) => getComputedStyle(node, part)[name], [property, pseudo]);
    const ground = await style('html', 'backgroundColor');
    assert.notEqual(await style('.tree .here', 'backgroundColor', '::before'), ground);
    assert.equal(await style('.toc a:not([aria-current])', 'borderInlineStartColor'), ground);
    await page.evaluate(() => document.getElementById('frozen').scrollIntoView({ behavior: 'instant' }));
    await page.locator('.toc a[aria-current][href="#frozen"]').waitFor();
    assert.notEqual(await style('.toc a[aria-current]', 'borderInlineStartColor'), ground);
    await page.goto(`${base}/combat-mechanics/damage/damage-formula`);
    assert.notEqual(
      await style('.tool-chips label:has(:checked)', 'backgroundColor'),
      await style('.tool-chips label:not(:has(:checked))', 'backgroundColor'),
    );
  },
};

export const layoutCases = [
  ...narrow,
  ...scrolling,
  forcedColors,
  {
    name: 'layout::each landmark occurs once, in order',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu');
      for (const name of ['Main', 'Docs sidebar', 'Breadcrumbs', 'Docs pages']) {
        assert.equal(await page.getByRole('navigation', { name, exact: true }).count(), 1, name);
      }
      assert.equal(await page.getByRole('main').count(), 1);
      assert.equal(await page.getByRole('contentinfo').count(), 1);
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
      assert.deepEqual(
        (await crumbs.getByRole('listitem').allInnerTexts()).map((text) => text.trim()).filter(Boolean),
        ['Characters', 'Cryo', 'Ganyu'],
      );
    },
  },
  {
    name: 'layout::the skip link is the first stop and leads into main',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu');
      await page.keyboard.press('Tab');
      const first = await page.evaluate(() => document.activeElement?.textContent);
      assert.equal(first, 'Skip to main content');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.ok(await page.evaluate(() => document.querySelector('main').contains(document.activeElement)));
    },
  },
  {
    name: 'layout::dark is the default, the toggle is kept and never flashes',
    async run({ page, base }) {
      await open(page, base, '/');
      const mode = () => page.evaluate(() => document.documentElement.dataset.theme);
      assert.equal(await mode(), 'dark');
      await page
        .getByRole('button', { name: /^Switch between dark and light mode/ })
        .first()
        .click();
      assert.equal(await mode(), 'light');
      assert.equal(await page.evaluate(() => localStorage.getItem('theme')), 'light');
      await page.addInitScript(() => {
        window.__modes = [];
        new MutationObserver(() => window.__modes.push(document.documentElement?.dataset.theme)).observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          attributeFilter: ['data-theme'],
        });
        document.addEventListener('DOMContentLoaded', () =>
          window.__modes.push(document.documentElement.dataset.theme),
        );
      });
      await page.reload();
      assert.equal(await mode(), 'light');
      const painted = await page.evaluate(() => window.__modes.at(-1));
      assert.equal(painted, 'light');
    },
  },
  {
    name: 'layout::a sidebar category opens by its button and closes its sibling',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu');
      const sidebar = page.getByRole('navigation', { name: 'Docs sidebar' });
      await sidebar.getByRole('button', { name: "Expand sidebar category 'Anemo'" }).click();
      await sidebar.getByRole('link', { name: 'Venti', exact: true }).waitFor();
      await sidebar.getByRole('button', { name: "Expand sidebar category 'Cryo'" }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/characters/cryo/ganyu');
      assert.equal((await sidebar.locator('[aria-current=page]').count()) <= 1, true);
    },
  },
  {
    name: 'layout::the contents of a long page do not fill a phone',
    options: { viewport: { width: 390, height: 800 } },
    async run({ page, base }) {
      await open(page, base, '/equipment/weapons/catalysts');
      await page.getByRole('button', { name: 'On this page' }).click();
      await page.locator('.toc-m a').first().waitFor();
      await animationsEnded(page);
      const box = await page.locator('.toc-m').boundingBox();
      assert.ok(box.height <= 560, `${box.height} px`);
    },
  },
  {
    name: 'layout::the sidebar is filtered by name, also in closed categories',
    async run({ page, base, seen }) {
      await open(page, base, '/enemy-data');
      const sidebar = page.getByRole('navigation', { name: 'Docs sidebar' });
      await sidebar.getByRole('searchbox', { name: 'Filter pages' }).fill('albe');
      await sidebar.getByRole('link', { name: 'Albedo Characters / Geo' }).click();
      await page.waitForURL('**/characters/geo/albedo');
      assertQuiet(seen);
    },
  },
  {
    name: 'layout::the current page is marked once in the sidebar',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu');
      const current = page.getByRole('navigation', { name: 'Docs sidebar' }).locator('[aria-current=page]');
      assert.deepEqual(await current.allInnerTexts(), ['Ganyu']);
    },
  },
  {
    name: 'layout::tabs show one panel and follow the query',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu?ability=q');
      const list = page.getByRole('tablist').first();
      const names = await list.getByRole('tab').allInnerTexts();
      assert.deepEqual(
        names.map((name) => name.trim()),
        ['Normal Attacks', 'Skill', 'Burst'],
      );
      assert.equal(await list.getByRole('tab', { selected: true }).innerText(), 'Burst');
      await list.getByRole('tab', { name: 'Skill' }).click();
      await page.waitForFunction(() => new URLSearchParams(window.location.search).get('ability') === 'e');
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), 'Burst');
    },
  },
  {
    name: 'layout::the mobile menu opens, traps nothing it should not, and closes',
    options: { viewport: { width: 390, height: 800 } },
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu');
      await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
      await page.getByRole('button', { name: '← Back to main menu' }).click();
      await page.getByRole('link', { name: 'Newsletter' }).first().waitFor();
      await page.keyboard.press('Escape');
      const toggle = page.getByRole('button', { name: 'Toggle navigation bar' });
      await toggle.and(page.locator('[aria-expanded=false]')).waitFor();
    },
  },
];
