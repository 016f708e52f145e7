/** Pages that are React components, on the small site `tests/sites/reader`; the library has none. */
import { siteAccess } from './access.mjs';
import { assert, assertSameDocument, heading, islandStarted, markWindow, openSite } from './support.mjs';

/** What React's development build, which previews run, says to everybody. */
const DEVTOOLS = /Download the React DevTools/;
const ERROR_TEXT = /the plan cannot be read\s+Cause:\s+half of it is gone\s+Cause:\s+the paper is torn/;

/** The page says why it crashed, inside the shell. */
async function assertCrashed(page) {
  await page.getByRole('heading', { name: 'This page crashed.', level: 1 }).waitFor();
  assert.match(await page.getByRole('main').getByRole('alert').innerText(), ERROR_TEXT);
  assert.equal(await page.title(), 'Page Error');
  assert.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 1);
}

/** The cases about the shell around a component's page, as it is served and in the browser. */
const frames = [
  {
    name: 'pages::a component is in the shell, with its own title and one main',
    async run({ page, site, seen }) {
      const response = await openSite(page, site, '/tour');
      assert.equal(response.status(), 200);
      assert.equal(await page.title(), 'A tour | Reader');
      const content = (selector) => page.locator(selector).getAttribute('content');
      assert.equal(await content('meta[name=description]'), 'What Reader has');
      assert.ok((await page.locator('meta[property="og:type"][content=tour]').count()) === 1);
      assert.equal(await page.locator('main').count(), 1);
      assert.equal(await page.getByRole('contentinfo').count(), 1);
      assert.equal(await page.getByRole('main').getByRole('heading', { level: 2 }).count(), 4);
      assert.deepEqual(
        seen.messages.filter((message) => /hydrat|React|policy/i.test(message) && !DEVTOOLS.test(message)),
        [],
      );
    },
  },
  {
    name: 'pages::a component is as wide as the window, and its columns stack on a phone',
    async run({ page, site }) {
      await openSite(page, site, '/tour');
      const boxes = () =>
        page.locator('main .col').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      const banner = await page.locator('main header').boundingBox();
      assert.deepEqual([banner.x, banner.width], [0, 1280]);
      const wide = await boxes();
      assert.equal(new Set(wide.map(({ top }) => top)).size, 1);
      await page.setViewportSize({ width: 390, height: 800 });
      const narrow = await boxes();
      assert.equal(new Set(narrow.map(({ left }) => left)).size, 1);
    },
  },
  {
    name: 'pages::a variable of the document colors plain buttons, and one of a button that button',
    async run({ page, site }) {
      await openSite(page, site, '/tour');
      const found = await page.evaluate(() => {
        document.documentElement.style.setProperty('--ifm-button-background-color', 'rgb(1, 2, 3)');
        const classes = [
          '',
          'button--primary',
          'button--secondary',
          'button--primary button--outline',
          'button--primary own',
        ];
        const box = document.createElement('p');
        box.innerHTML = classes.map((names) => `<a class="button ${names}" href="/">x</a>`).join('');
        box.lastChild.style.setProperty('--ifm-button-background-color', 'rgb(4, 5, 6)');
        const wanted = document.createElement('p');
        wanted.innerHTML = ['primary', 'secondary'].map((name) => `<i class="${name}">x</i>`).join('');
        for (const one of wanted.children) one.style.background = `var(--ifm-color-${one.className})`;
        document.querySelector('main').append(box, wanted);
        const colors = (list) => [...list].map((one) => getComputedStyle(one).backgroundColor);
        return { buttons: colors(box.children), wanted: colors(wanted.children) };
      });
      assert.deepEqual(found.buttons, ['rgb(1, 2, 3)', ...found.wanted, 'rgba(0, 0, 0, 0)', 'rgb(4, 5, 6)']);
    },
  },
  {
    name: 'pages::a component is readable without script',
    options: { javaScriptEnabled: false },
    async run({ page, site }) {
      await page.goto(`${site}/tour`);
      assert.equal(await heading(page), 'A tour');
      assert.match(await page.locator('main').innerText(), /From the first page\./);
      await page.getByRole('link', { name: 'Start with the long page' }).click();
      await page.waitForURL('**/guides/long');
    },
  },
  {
    name: 'pages::a component speaks the language of its page, and its links stay in it',
    async run({ page, site }) {
      await openSite(page, site, '/ar/tour');
      assert.equal(await page.title(), 'جولة | Reader');
      await markWindow(page);
      await page.getByRole('link', { name: 'ابدأ مع the long page' }).click();
      await page.waitForURL('**/ar/guides/long');
      await assertSameDocument(page);
      await page.goBack();
      await page.getByRole('link', { name: 'Count', exact: true }).click();
      await page.getByRole('button', { name: 'Counted 0' }).waitFor();
      assert.match(await page.locator('main').innerText(), /عد إلى ثلاثة\s+\/ar\/count in (light|dark)/);
      assert.equal(
        await page.getByRole('main').getByRole('link', { name: 'Long' }).getAttribute('href'),
        '/ar/guides/long',
      );
    },
  },
  {
    name: 'pages::the skip link leads into the page',
    async run({ page, site }) {
      await openSite(page, site, '/tour');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement.closest('main') !== null), true);
      assert.equal(new URL(page.url()).hash, '');
    },
  },
];

const lives = [
  {
    name: 'pages::a component with state lives, follows the colours and leads on',
    async run({ page, site }) {
      await openSite(page, site, '/tour');
      await markWindow(page);
      await page.getByRole('link', { name: 'Count', exact: true }).click();
      const button = page.getByRole('button', { name: /^Counted/ });
      await button.waitFor();
      assert.equal(await page.getByRole('contentinfo').count(), 0);
      await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
      await page.getByText('/count in dark').waitFor();
      for (let count = 0; count < 3; count += 1) await button.click();
      await page.waitForURL('**/guides/long');
    },
  },
  {
    name: 'pages::tabs and code of a component that lives work, and keep what was served',
    async run({ page, site, seen }) {
      await openSite(page, site, '/count');
      const served = await page.locator('main pre').elementHandle();
      await page.getByRole('tab', { name: 'code' }).click();
      await page.getByRole('button', { name: 'Counted 0' }).click();
      await page.getByRole('tabpanel').getByText('count(1);', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Copy code to clipboard' }).waitFor();
      assert.ok(await served.evaluate((node) => node.isConnected), 'React rendered it again');
      assert.deepEqual(
        seen.messages.filter((message) => /Minified React error|hydrat/i.test(message)),
        [],
      );
    },
  },
  {
    name: 'pages::a component that only leads on is a redirect',
    async run({ page, site, context }) {
      const answer = await context.request.get(`${site}/ar/start?a=1`, { maxRedirects: 0 });
      assert.equal(answer.status(), 308);
      assert.match(answer.headers().location, /\/ar\/tour\?a=1$/);
      await openSite(page, site, '/start');
      assert.equal(new URL(page.url()).pathname, '/tour');
    },
  },
];

const marks = [
  {
    name: 'pages::a component that a text exports is part of the text, and lives',
    async run({ page, site }) {
      await openSite(page, site, '/next/guides/marks');
      const paragraph = page.locator('article p').first();
      assert.equal(await paragraph.innerText(), 'This is marked text, and this is, too.');
      const mark = paragraph.locator('[data-island] > span').first();
      assert.match(await mark.evaluate((node) => getComputedStyle(node).borderBlockEnd), /2px solid rgb\(128, 0, 0\)/);
      await islandStarted(paragraph.locator('[data-island]').first());
      await mark.click();
      await page.waitForFunction(() => document.querySelector('article [title=maroon]'));
      assert.equal(await paragraph.locator('mark').count(), 1);
    },
  },
];

const scripts = [
  {
    name: 'pages::a client module of the site is called for every page',
    async run({ page, site }) {
      await openSite(page, site, '/tour');
      await page.waitForSelector('html[data-visits="1 - /tour"]');
      await markWindow(page);
      await page.getByRole('link', { name: 'Start with the long page' }).click();
      await page.waitForSelector('html[data-visits="2 /tour /guides/long"]');
      await assertSameDocument(page);
    },
  },
];

const diagrams = [
  {
    name: 'pages::a diagram is drawn in the colours of the mode, and follows them, under the policy',
    async run({ page, site, seen }) {
      await openSite(page, site, '/next/guides/diagrams');
      const fill = () =>
        page
          .locator('.diagram svg .node rect')
          .nth(1)
          .evaluate((node) => getComputedStyle(node).fill);
      const drawn = page.locator('.diagram svg');
      await drawn.waitFor();
      assert.equal(await drawn.count(), 1);
      assert.match(await drawn.textContent(), /Wind.*turns|turns.*Wind/);
      assert.deepEqual(await page.locator('.code-block').evaluateAll((all) => all.map(({ hidden }) => hidden)), [
        true,
        false,
      ]);
      const first = await fill();
      await page.evaluate(() => {
        const { dataset } = document.documentElement;
        dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
      });
      await page.waitForFunction((before) => {
        const rect = document.querySelectorAll('.diagram svg .node rect')[1];
        return rect && getComputedStyle(rect).fill !== before;
      }, first);
      assert.deepEqual(
        seen.messages.filter((message) => /policy/i.test(message)),
        [],
      );
    },
  },
  {
    name: 'pages::without script a diagram is its source',
    options: { javaScriptEnabled: false },
    async run({ page, site }) {
      await page.goto(`${site}/next/guides/diagrams`);
      assert.match(await page.locator('pre.mermaid').first().innerText(), /A\[Wind\] -->\|turns\| B\[Mill\]/);
    },
  },
];

const liveCode = [
  {
    name: 'pages::live code runs, can be edited, and says what is wrong, under the policy',
    async run({ page, site, seen }) {
      await openSite(page, site, '/next/guides/live');
      await page.getByRole('button', { name: 'Clicked 0' }).click();
      await page.getByRole('button', { name: 'Clicked 1' }).waitFor();
      const editor = page.getByRole('textbox', { name: 'Code' });
      await editor.fill('<b>{6 * 7}</b>');
      await page.locator('.live-result b', { hasText: '42' }).waitFor();
      await editor.fill('<b>{6 *</b>');
      await page.locator('.live-error').waitFor();
      assert.deepEqual(
        seen.messages.filter((message) => /policy/i.test(message)),
        [],
      );
    },
  },
];

const crashes = [
  {
    name: 'pages::a page that throws shows why it crashed, tries again and is left behind',
    async run({ page, site }) {
      await openSite(page, site, '/broken');
      await assertCrashed(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await assertCrashed(page);
      assert.equal(await page.locator('main').count(), 1);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reader' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await page.getByRole('heading', { name: 'Intro' }).waitFor();
      assert.equal(await page.title(), 'Intro | Reader');
    },
  },
  {
    name: 'pages::a page that throws shows why it crashed when a link leads there',
    async run({ page, site }) {
      await openSite(page, site, '/tour');
      await markWindow(page);
      await page.getByRole('main').locator('a[href="/broken"]').click();
      await assertCrashed(page);
      await assertSameDocument(page);
      await page.goBack();
      await page.getByRole('heading', { name: 'A tour' }).waitFor();
    },
  },
];

const torn = [
  {
    name: 'pages::a component that throws at build and in the browser leaves the text around it',
    async run({ page, site }) {
      await openSite(page, site, '/next/guides/torn');
      await page.locator('[data-island][data-failed]').waitFor({ state: 'attached' });
      await page.getByText('A part of this page cannot be drawn.').waitFor();
      assert.equal(await page.getByRole('heading', { name: 'This page crashed.' }).count(), 0);
      assert.equal(await page.title(), 'Torn | Reader');
    },
  },
];

const access = siteAccess('pages', ['/tour', '/ar/tour', '/count']);

export const pageCases = [
  ...frames,
  ...lives,
  ...marks,
  ...scripts,
  ...diagrams,
  ...liveCode,
  ...crashes,
  ...torn,
  ...access,
];
