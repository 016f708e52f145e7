/**
 * Parts of the shell that the library does not use, on a small site that does (`tests/sites/reader`): languages, versions,
 * sidebars, a flat footer, a part that throws.
 */
import { siteAccess } from './access.mjs';
import { assert, assertSameDocument, markWindow, open, openSite, settled } from './support.mjs';

const mainNav = (page) => page.getByRole('navigation', { name: 'Main' });
const stored = (page, key) => page.evaluate((name) => localStorage.getItem(name), key);

const dimensions = [
  {
    name: 'shell::a language leads to this page there by a full load, query and hash kept',
    async run({ page, site }) {
      await openSite(page, site, '/guides/long?a=1#part-3');
      await markWindow(page);
      await mainNav(page).getByRole('button', { name: 'English' }).click();
      const arabic = mainNav(page).getByRole('link', { name: 'العربية' });
      assert.equal(await arabic.getAttribute('target'), '_self');
      await arabic.click();
      await page.waitForURL('**/ar/guides/long?a=1&persist=1#part-3');
      assert.equal(await page.evaluate(() => window.__mark), undefined);
      assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl');
      const side = await page
        .getByRole('navigation', { name: 'Docs sidebar' })
        .or(page.locator('.side'))
        .first()
        .evaluate((node) => node.getBoundingClientRect().left);
      assert.ok(side > 640, `the sidebar begins at ${side}`);
    },
  },
  {
    name: 'shell::a version leads to the same document there, and is remembered',
    async run({ page, site }) {
      await openSite(page, site, '/guides/long?a=1#part-3');
      await markWindow(page);
      await mainNav(page).getByRole('button', { name: '1.0' }).click();
      await mainNav(page).getByRole('link', { name: 'Next' }).click();
      await page.waitForURL('**/next/guides/long?a=1#part-3');
      await assertSameDocument(page);
      assert.equal(await stored(page, 'docs-preferred-version-default'), 'current');
      await mainNav(page).getByRole('button', { name: 'Next' }).waitFor();
      assert.match(await page.getByRole('alert').innerText(), /unreleased documentation for Reader Next version/);
      await page.getByRole('link', { name: 'latest version' }).click();
      await page.waitForURL((url) => url.pathname === '/guides/long');
      assert.equal(await stored(page, 'docs-preferred-version-default'), '1.0');
    },
  },
  {
    name: 'shell::a document that the other version lacks leads to its first',
    async run({ page, site }) {
      await openSite(page, site, '/next/guides/crash');
      await mainNav(page).getByRole('button', { name: 'Next' }).click();
      assert.equal(await mainNav(page).getByRole('link', { name: '1.0' }).getAttribute('href'), '/');
    },
  },
  {
    name: 'shell::a version that is no more is forgotten, a known one kept',
    async run({ page, site }) {
      await page.addInitScript(() => {
        if (sessionStorage.getItem('set')) return;
        sessionStorage.setItem('set', '1');
        localStorage.setItem('docs-preferred-version-default', 'gone');
      });
      await openSite(page, site);
      assert.equal(await stored(page, 'docs-preferred-version-default'), null);
      await page.evaluate(() => localStorage.setItem('docs-preferred-version-default', 'current'));
      await open(page, site, '/guides/long');
      assert.equal(await stored(page, 'docs-preferred-version-default'), 'current');
    },
  },
];

const menus = [
  {
    name: 'shell::a category without a page opens by Space, and by a click on its arrow',
    async run({ page, site }) {
      await openSite(page, site);
      const label = page.getByRole('navigation', { name: 'Docs sidebar' }).getByRole('button', { name: 'Guides' });
      await label.press('Space');
      assert.equal(await label.getAttribute('aria-expanded'), 'true');
      assert.equal(await page.evaluate(() => window.scrollY), 0);
      const arrow = await label.evaluate((node) => {
        const { right, top, height } = node.parentElement.getBoundingClientRect();
        return [right - 16, top + height / 2];
      });
      await page.mouse.click(...arrow);
      assert.equal(await label.getAttribute('aria-expanded'), 'false');
    },
  },
  {
    name: 'shell::the main menu keeps the focus in the panel',
    options: { viewport: { width: 390, height: 800 } },
    async run({ page, site }) {
      await openSite(page, site, '/guides/long');
      await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
      await page.getByRole('button', { name: '← Back to main menu' }).press('Enter');
      assert.ok(await page.evaluate(() => document.activeElement.closest('nav[aria-label="Main"]') !== null));
    },
  },
  {
    name: 'shell::each page names itself in all languages, and a wrong address keeps its path there',
    async run({ page, site }) {
      await openSite(page, site, '/guides/long');
      const languages = await page
        .locator('link[rel=alternate][hreflang]')
        .evaluateAll((links) => links.map((link) => link.hreflang));
      assert.deepEqual(languages, ['en', 'ar', 'x-default']);
      await openSite(page, site, '/no/such/page?a=1');
      await mainNav(page).getByRole('button', { name: 'English' }).click();
      assert.equal(
        await mainNav(page).getByRole('link', { name: 'العربية' }).getAttribute('href'),
        '/ar/no/such/page?a=1&persist=1',
      );
    },
  },
];

const rest = [
  {
    name: 'shell::the system’s colours are followed while nothing is chosen',
    options: { colorScheme: 'dark' },
    async run({ page, site }) {
      await openSite(page, site);
      const mode = () => page.evaluate(() => document.documentElement.dataset.theme);
      const toggle = mainNav(page).getByRole('button', { name: /^Switch between/ });
      assert.equal(await mode(), 'dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
      for (const [name, key] of [
        ['light mode', 'light'],
        ['dark mode', 'dark'],
        ['system mode', null],
      ]) {
        await toggle.click();
        assert.match(await toggle.getAttribute('aria-label'), new RegExp(name));
        assert.equal(await stored(page, 'theme'), key);
      }
    },
  },
  {
    name: 'shell::a flat footer has its logo for each mode and its own words',
    async run({ page, site }) {
      await openSite(page, site);
      const footer = page.getByRole('contentinfo');
      const logos = footer.getByRole('img', { name: 'Footer mark' });
      assert.equal(await logos.count(), 1);
      assert.match(await logos.getAttribute('src'), /light\.svg$/);
      await mainNav(page)
        .getByRole('button', { name: /^Switch between/ })
        .click({ clickCount: 2, delay: 50 });
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
      assert.match(await logos.getAttribute('src'), /dark\.svg$/);
      const tops = await footer
        .getByRole('listitem')
        .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().top)));
      assert.deepEqual(tops, [tops[0], tops[0]]);
      assert.equal(await footer.locator('b').innerText(), 'tests');
    },
  },
  {
    name: 'shell::details open by a height that moves',
    async run({ page, site }) {
      await openSite(page, site);
      const summary = page.getByText('More of it');
      await page.evaluate(() =>
        document.addEventListener('transitionrun', ({ propertyName }) => (window.__moved = propertyName), {
          once: true,
        }),
      );
      const height = () => page.locator('main details').evaluate((box) => box.getBoundingClientRect().height);
      const closed = await height();
      // With a stopped clock: the movement ends by a timer, which a busy machine could run before the first frame.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await summary.click();
      const property = await page
        .locator('main details > :not(summary)')
        .evaluate((box) => getComputedStyle(box).transitionProperty);
      assert.equal(property, 'height');
      await page.waitForFunction(() => window.__moved === 'height');
      await page.clock.resume();
      await page.waitForFunction(() => document.querySelector('main details').dataset.state === undefined);
      assert.ok((await height()) > closed + 40);
      await summary.press('Enter');
      await page.waitForFunction(() => !document.querySelector('main details').open);
      assert.ok(Math.abs((await height()) - closed) < 2);
    },
  },
  {
    name: 'shell::a part that breaks costs its own place, and the text around it stays',
    async run({ page, site, seen }) {
      await openSite(page, site, '/next/guides/crash');
      // A press before the part works is recorded for `type="button"` only.
      await page.locator('[data-island][data-live]').getByRole('button', { name: 'Break' }).click();
      await page.waitForSelector('[data-island][data-failed] button[inert]');
      await page.getByText('The text around it.').waitFor();
      assert.match(await page.title(), /^Crash/);
      assert.ok(seen.messages.some((message) => message.includes('the part broke')));
    },
  },
  {
    name: 'shell::page views are reported to the data layer after each switch',
    async run({ page, site }) {
      await openSite(page, site);
      const layer = () =>
        page.evaluate(() =>
          (window.dataLayer ?? []).map((list) => [...list]).filter(([kind]) => kind !== 'js' && kind !== 'config'),
        );
      assert.deepEqual(await layer(), []);
      await page.locator('main').getByRole('link', { name: 'the long page' }).click();
      await page.waitForURL('**/guides/long');
      await page.waitForFunction(() => window.dataLayer.length >= 4);
      assert.deepEqual(await layer(), [
        ['set', 'page_path', '/guides/long'],
        ['event', 'page_view'],
      ]);
    },
  },
  {
    name: 'shell::nobody is counted who asks not to be',
    async run({ page, site, seen }) {
      await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
      await openSite(page, site);
      await settled(page);
      assert.deepEqual(
        seen.requests.filter((url) => !url.startsWith(site)),
        [],
      );
    },
  },
];

const access = siteAccess('shell', ['/', '/ar/guides/long', '/next/guides/crash']);

export const shellCases = [...dimensions, ...menus, ...rest, ...access];
