/** The shell: landmarks, colour mode, sidebar, tabs, and no sideways scroll on small screens. */
import { assert, KINDS, open } from './support.mjs';

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

export const layoutCases = [
  ...narrow,
  {
    name: 'layout::landmarks stand once, in order',
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
      assert.ok(page.url().includes('ability=e'), page.url());
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
      await toggle.waitFor();
      assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
    },
  },
];
