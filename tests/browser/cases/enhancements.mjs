/** What comes to a reader's help: pages fetched ahead, previews, the list of keys, near addresses, a wrong base path. */
import { findings } from './access.mjs';
import { assert, heading, NOT_FOUND_LINE, assertQuiet, open, settled, until } from './support.mjs';

const payloads = (seen) =>
  seen.requests.map((url) => new URL(url).pathname).filter((path) => path.includes('/_bindery/page/'));

export const enhancementCases = [
  {
    name: 'enhancements::pages of links in view are fetched once, and few of them',
    async run({ page, base, seen }) {
      await page.clock.install();
      await open(page, base, '/characters/cryo');
      await until(() => payloads(seen).length > 2);
      // Time for more than there should be.
      await page.clock.runFor(5000);
      await settled(page);
      const asked = payloads(seen);
      assert.ok(asked.length < 10, asked.join('\n'));
      assert.equal(new Set(asked).size, asked.length, asked.join('\n'));
      await page.getByRole('navigation', { name: 'Docs pages' }).scrollIntoViewIfNeeded();
      const next = await page
        .getByRole('navigation', { name: 'Docs pages' })
        .getByRole('link', { name: /^Next/ })
        .getAttribute('href');
      await until(() => payloads(seen).includes(`/_bindery/page${next}`));
      assert.ok(payloads(seen).length < 12, payloads(seen).join('\n'));
    },
  },
  {
    name: 'enhancements::nothing is fetched ahead on a slow connection',
    async run({ page, base, seen }) {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } }),
      );
      await open(page, base, '/characters/cryo');
      await page.clock.install();
      await page.locator('main').getByRole('link', { name: 'Ganyu' }).first().hover();
      await page.clock.runFor(2000);
      await settled(page);
      assert.deepEqual(payloads(seen), []);
    },
  },
  {
    name: 'enhancements::a link of the text shows what waits behind it, until Escape',
    async run({ page, base }) {
      await open(page, base, '/evidence/characters/cryo/ganyu');
      const link = page.locator('[data-slot] a[href="/characters/cryo/ganyu"]').first();
      await link.scrollIntoViewIfNeeded();
      await link.hover();
      const card = page.getByRole('tooltip');
      await card.waitFor();
      assert.match(await card.innerText(), /^Ganyu\n/);
      const { left, right, top, bottom } = await card.evaluate((node) => node.getBoundingClientRect());
      assert.ok(left >= 0 && right <= 1280 && top >= 0 && bottom <= 800, `${left} ${right} ${top} ${bottom}`);
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'enhancements::a question mark lists the keys, and Escape gives the focus back',
    async run({ page, base, seen }) {
      await open(page, base, '/');
      await page.getByRole('button', { name: 'Search' }).focus();
      await page.keyboard.press('Shift+?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Search');
      assertQuiet(seen);
    },
  },
  {
    name: 'enhancements::a picture shown smaller than it is opens by key and by click, and gives the focus back',
    options: { reducedMotion: 'reduce' },
    async run({ page, site }) {
      await open(page, site, '/next/guides/pictures');
      const button = page.getByRole('button', { name: 'Enlarge: A wide board' });
      await button.waitFor();
      assert.equal(
        await page.getByRole('button', { name: /^Enlarge/ }).count(),
        1,
        'small pictures and links stay as they are',
      );
      assert.equal(await page.locator('main').getByRole('img').count(), 3);
      const small = await page.getByRole('img', { name: 'A wide board' }).evaluate((image) => image.clientWidth);
      const dialog = page.getByRole('dialog', { name: 'A wide board' });
      await button.focus();
      await page.keyboard.press('Enter');
      const shown = () => dialog.getByRole('img').evaluate((image) => image.getBoundingClientRect().toJSON());
      // The picture has its size when it is decoded.
      await until(async () => (await shown()).width > small * 1.1);
      const large = await shown();
      assert.ok(large.right <= 1280 && large.bottom <= 800, JSON.stringify([small, large]));
      assert.deepEqual(await findings(page), []);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(
        await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
        'Enlarge: A wide board',
      );
      await page.getByRole('img', { name: 'A wide board' }).click();
      await dialog.getByRole('img').click();
      await dialog.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'enhancements::without script a picture is a picture',
    options: { javaScriptEnabled: false },
    async run({ page, site }) {
      await page.goto(`${site}/next/guides/pictures`);
      assert.equal(await page.locator('main').getByRole('img').count(), 3);
      assert.equal(
        await page
          .locator('main')
          .getByRole('button', { name: /Enlarge/ })
          .count(),
        0,
      );
    },
  },
  {
    name: 'enhancements::a wrong address shows the most similar pages',
    async run({ page, base, seen }) {
      await open(page, base, '/characters/ganyuu');
      assert.equal(await heading(page), 'Page Not Found');
      const near = page.locator('main').getByRole('link', { name: 'Ganyu' }).first();
      await near.waitFor();
      await near.click();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Ganyu');
      assertQuiet(seen, [NOT_FOUND_LINE]);
    },
  },
  {
    name: 'enhancements::the page is copied as Markdown',
    options: { permissions: ['clipboard-read', 'clipboard-write'] },
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu');
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^# Ganyu$/m);
    },
  },
  {
    name: 'enhancements::without script and style sheet the home page says that the base path is wrong',
    async run({ page, base }) {
      await page.route('**/assets/**', (route) => route.abort());
      await page.goto(base, { waitUntil: 'domcontentloaded' });
      const text = await page.locator('body').innerText();
      for (const part of [
        'Your Docusaurus site did not load properly.',
        'Current configured baseUrl = /',
        'We suggest trying baseUrl = /',
      ]) {
        assert.ok(text.includes(part), part);
      }
      await page.goto(`${base}/characters`, { waitUntil: 'domcontentloaded' });
      assert.ok(!(await page.locator('body').innerText()).includes('did not load properly'));
      await page.unroute('**/assets/**');
      await open(page, base, '/');
      assert.equal(await page.locator('#__bindery_base').count(), 0);
    },
  },
  {
    name: 'enhancements::all of the head follows a client switch',
    async run({ page, base }) {
      const shown = () =>
        page.evaluate(() =>
          [
            ...document.head.querySelectorAll(
              'title,meta[name],meta[property],link[rel=canonical],link[rel=alternate],script[type="application/ld+json"]',
            ),
          ]
            .map((node) => node.outerHTML)
            .sort(),
        );
      await open(page, base, '/newsletter/2022/07/08/patch-2.7');
      const served = await shown();
      await open(page, base, '/newsletter');
      await page
        .locator('main')
        .getByRole('link', { name: 'Patch 2.7', exact: true })
        .first()
        .evaluate((link) => link.click());
      await page.waitForURL('**/patch-2.7');
      await page.waitForFunction(() => document.title.startsWith('Patch 2.7'));
      assert.deepEqual(await shown(), served);
    },
  },
  {
    name: 'enhancements::page views reach the data layer, and nothing else of it is loaded',
    async run({ page, base, seen }) {
      await open(page, base, '/characters/cryo');
      await page.locator('main').getByRole('link', { name: 'Ganyu' }).first().click();
      await page.waitForFunction(() => (window.dataLayer ?? []).length >= 2);
      const layer = await page.evaluate(() => window.dataLayer.map((list) => [...list]));
      assert.deepEqual(layer, [
        ['set', 'page_path', '/characters/cryo/ganyu'],
        ['event', 'page_view'],
      ]);
      assert.deepEqual(
        seen.requests.filter((url) => !url.startsWith(base)),
        [],
      );
    },
  },
];
