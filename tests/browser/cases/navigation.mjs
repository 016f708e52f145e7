/** Internal links switch in the client: address, title, place and focus follow. */
import {
  hydrated,
  assert,
  assertQuiet,
  assertSameDocument,
  gate,
  heading,
  markWindow,
  NOT_FOUND_LINE,
  open,
  positionStored,
  scrollEnded,
  settled,
  until,
} from './support.mjs';

export const navigationCases = [
  {
    name: 'navigation::a click switches without a load',
    async run({ page, base, seen }) {
      await open(page, base, '/characters/cryo');
      await markWindow(page);
      await page.locator('main').getByRole('link', { name: 'Ganyu' }).first().click();
      await page.waitForURL('**/characters/cryo/ganyu');
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Ganyu');
      await assertSameDocument(page);
      assert.equal(await page.title(), 'Ganyu | KQM TCL');
      const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
      assert.ok(canonical.endsWith('/characters/cryo/ganyu'), canonical);
      assert.equal(await page.evaluate(() => window.scrollY), 0);
      assertQuiet(seen);
    },
  },
  {
    name: 'navigation::the article of a link that the reader pointed at is parsed before the click',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo');
      await page.evaluate(() => {
        window.__parsed = [];
        const { set, ...rest } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
        const note = function (html) {
          if (this.matches('[data-slot], template') && html.includes('<h1')) window.__parsed.push(this.localName);
          set.call(this, html);
        };
        Object.defineProperty(Element.prototype, 'innerHTML', { ...rest, set: note });
      });
      const link = page.locator('main').getByRole('link', { name: 'Ganyu' }).first();
      const payload = page.waitForResponse('**/_bindery/page/characters/cryo/ganyu');
      await link.hover();
      await (await payload).finished();
      const idle = () => page.evaluate(() => new Promise((done) => requestIdleCallback(() => done())));
      for (let turn = 0; turn < 5; turn += 1) await idle();
      const before = await page.evaluate(() => window.__parsed.length);
      await link.click();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Ganyu');
      assert.equal(await page.evaluate(() => window.__parsed.length), before, 'the click parsed an article');
      assert.equal(before, 1);
    },
  },
  {
    name: 'navigation::the switched page equals the served one',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo');
      await page.locator('main').getByRole('link', { name: 'Ganyu' }).first().click();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Ganyu');
      // Islands start one by one while the browser is idle. When boxes that scroll are marked, and later blocks rendered, is a
      // matter of moments.
      const article = async () => {
        await page.waitForFunction(
          () => document.querySelector('article :is([data-island], [data-tabs]):not([data-live])') === null,
        );
        const html = await page.locator('article').innerHTML();
        return html.replaceAll(/ (?:tabindex="0"|data-overflow="\w+"|style="content-visibility: visible;")/g, '');
      };
      const switched = await article();
      await open(page, base, '/characters/cryo/ganyu');
      assert.equal(switched, await article());
    },
  },
  {
    name: 'navigation::a jump to a heading ends the scroll to the top, and leads to its place',
    async run({ page, base }) {
      await open(page, base, '/combat-mechanics/elemental-effects/elemental-gauge-theory');
      for (const top of [4000, 3800])
        await page.evaluate(async (top) => {
          window.scrollTo({ top, behavior: 'instant' });
          await new Promise((done) => addEventListener('scrollend', done, { once: true }));
        }, top);
      await page.getByRole('button', { name: 'Scroll back to top' }).click();
      await page.waitForFunction(() => scrollY < 3790);
      const link = page.locator('nav.toc a').nth(8);
      const id = await link.evaluate((one) => {
        one.click();
        return decodeURIComponent(one.hash.slice(1));
      });
      await scrollEnded(page);
      const place = () =>
        page.evaluate((id) => Math.round(document.getElementById(id).getBoundingClientRect().top), id);
      assert.equal(await place(), 72);
    },
  },
  {
    name: 'navigation::a link inside an article switches, too',
    async run({ page, base }) {
      await open(page, base, '/evidence/characters/cryo/ganyu');
      await markWindow(page);
      await page.locator('[data-slot] a[href="/characters/cryo/ganyu"]').first().click();
      await page.waitForURL('**/characters/cryo/ganyu');
      await page.waitForFunction(() => location.pathname === '/characters/cryo/ganyu');
      await assertSameDocument(page);
    },
  },
  {
    name: 'navigation::Back and Forward restore page and place',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu');
      await markWindow(page);
      await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }));
      await positionStored(page, 700);
      // A click by script: the mouse would first scroll the link into view.
      const previous = page.getByRole('navigation', { name: 'Docs pages' }).getByRole('link').first();
      await previous.evaluate((link) => link.click());
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent !== 'Ganyu');
      await page.goBack();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Ganyu');
      await page.waitForFunction(() => Math.abs(window.scrollY - 700) < 40);
      await page.goForward();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent !== 'Ganyu');
      await assertSameDocument(page);
    },
  },
  {
    name: 'navigation::a place is kept that was left at once',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu');
      await addLink(page, '/characters/pyro/diluc');
      await page.locator('#probe').evaluate((link) => link.click());
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Diluc');
      await page.evaluate(() => {
        window.scrollTo({ top: 600, behavior: 'instant' });
        window.history.back();
      });
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Ganyu');
      await page.goForward();
      await page.waitForFunction(
        () => document.querySelector('main h1')?.textContent === 'Diluc' && Math.abs(window.scrollY - 600) < 40,
      );
    },
  },
  {
    name: 'navigation::a reload with a hash keeps the place',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo/ganyu#frames');
      await page.evaluate(() => window.scrollTo({ top: 100, behavior: 'instant' }));
      await positionStored(page, 100);
      await page.reload();
      await hydrated(page);
      await page.waitForFunction(() => Math.abs(window.scrollY - 100) < 5);
    },
  },
  {
    name: 'navigation::a 404 without a payload shows Page Not Found in place',
    async run({ page, base }) {
      await open(page, base, '/');
      await markWindow(page);
      await page.route('**/_bindery/page/gone', (route) => route.fulfill({ status: 404, body: 'no' }));
      await addLink(page, '/gone');
      await page.locator('#probe').click();
      await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
      assert.equal(await page.title(), 'Page Not Found | KQM TCL');
      assert.match(await page.locator('meta[name=robots]').getAttribute('content'), /noindex/);
      await assertSameDocument(page);
    },
  },
  {
    name: 'navigation::an in-app link to a redirect ends at its target',
    async run({ page, base }) {
      await open(page, base, '/');
      await markWindow(page);
      await addLink(page, '/hutao?x=1#stats');
      await page.locator('#probe').click();
      await page.waitForURL('**/characters/pyro/hu-tao?x=1#stats');
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Hu Tao');
      await assertSameDocument(page);
    },
  },
  {
    name: 'navigation::an unknown path shows Page Not Found in place',
    async run({ page, base, seen }) {
      await open(page, base, '/');
      await markWindow(page);
      await addLink(page, '/no/such/page');
      await page.locator('#probe').click();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Page Not Found');
      await assertSameDocument(page);
      assert.equal(await page.title(), 'Page Not Found | KQM TCL');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Newsletter' }).click();
      await page.waitForURL('**/newsletter');
      await assertSameDocument(page);
      assertQuiet(seen, [NOT_FOUND_LINE]);
    },
  },
  {
    name: 'navigation::a payload of another build reloads once',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo');
      await markWindow(page);
      const payload = await (await fetch(`${base}/_bindery/page/characters/cryo/ganyu`)).json();
      let answers = 0;
      await page.route('**/_bindery/page/characters/cryo/ganyu', (route) => {
        answers += 1;
        return route.fulfill({ json: { ...payload, build: 'another' } });
      });
      await page.locator('main').getByRole('link', { name: 'Ganyu' }).first().click();
      await page.waitForFunction(
        () => window.__mark === undefined && document.documentElement.dataset.hasHydrated === 'true',
      );
      assert.equal(new URL(page.url()).pathname, '/characters/cryo/ganyu');
      assert.equal(await heading(page), 'Ganyu');
      await settled(page);
      assert.ok(answers <= 2, `asked ${answers} times`);
    },
  },
  {
    name: 'navigation::a page that fails offline says so, and waits for its second try with a spinner',
    async run({ page, context, base }) {
      await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
      await open(page, base, '/characters/cryo');
      await markWindow(page);
      let answer = null;
      await page.route('**/_bindery/page/characters/cryo/ganyu', (route) =>
        answer ? answer.then(() => route.continue()) : route.abort(),
      );
      await context.setOffline(true);
      await page.locator('main').getByRole('link', { name: 'Ganyu' }).first().click();
      const retry = page.getByRole('button', { name: 'Retry' });
      await retry.waitFor();
      await context.setOffline(false);
      const { opened, open: release } = gate();
      answer = opened;
      // With a stopped clock: the spinner is rendered 200 ms after the button disappeared.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await retry.click();
      await retry.waitFor({ state: 'detached' });
      const spinner = page.getByRole('status', { name: 'Loading' });
      await page.clock.runFor(150);
      assert.equal(await spinner.count(), 0);
      await page.clock.runFor(100);
      await spinner.waitFor();
      await page.clock.resume();
      release();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Ganyu');
      await assertSameDocument(page);
    },
  },
  {
    name: 'navigation::a slow page leaves the old one, under a bar that moves',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo');
      const answer = gate();
      await page.route('**/_bindery/page/tcg', async (route) => {
        await answer.opened;
        await route.continue();
      });
      const bars = () =>
        page.evaluate(
          () =>
            [...document.querySelectorAll('body *')].filter((node) => {
              const { position } = getComputedStyle(node);
              const { top, height } = node.getBoundingClientRect();
              return position === 'fixed' && top === 0 && height >= 1 && height <= 6;
            }).length,
        );
      assert.equal(await bars(), 0);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'TCG' }).click();
      await until(async () => (await bars()) === 1);
      assert.equal(await heading(page), 'Cryo');
      answer.open();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'TCG Library');
      await until(async () => (await bars()) === 0);
    },
  },
  {
    name: 'navigation::a page that was not translated keeps its ways to other languages and versions',
    async run({ page, site }) {
      await page.route('https://www.googletagmanager.com/**', (route) => route.abort());
      await open(page, site, '/ar/next/guides/pictures?a=1');
      const hrefOf = async (button, link) => {
        await page.locator('.navbar button[aria-haspopup]', { hasText: button }).click();
        return page.locator('.navbar').getByRole('link', { name: link, exact: true }).getAttribute('href');
      };
      assert.equal(await hrefOf('العربية', 'English'), '/next/guides/pictures?a=1&persist=1');
      assert.equal(await hrefOf('Next', '1.0'), '/ar/?a=1');
      await open(page, site, '/no/such/page');
      assert.equal(await hrefOf('1.0', 'Next'), '/next');
    },
  },
  {
    name: 'navigation::a modified click is the browser’s own',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo');
      // Opens no tab: whether the page leaves the click to the browser is what counts.
      await page.evaluate(() =>
        window.addEventListener('click', (event) => {
          window.__isPrevented = event.defaultPrevented;
          event.preventDefault();
        }),
      );
      await page
        .locator('main')
        .getByRole('link', { name: 'Ganyu' })
        .first()
        .click({ modifiers: ['Control'] });
      assert.equal(await page.evaluate(() => window.__isPrevented), false);
      assert.ok(page.url().endsWith('/characters/cryo'));
    },
  },
  {
    name: 'navigation::the target of a link is marked after each change of the address',
    async run({ page, base, seen }) {
      const [entry, other] = ['#frostflake-bloom-hitbox-range', '#ganyu-burst-frequency'];
      const path = '/evidence/characters/cryo/ganyu';
      // The one heading that has the ground of a target.
      const marked = (hash) =>
        page.waitForFunction((hash) => {
          const clear = getComputedStyle(document.querySelector('.md h1')).backgroundColor;
          const all = [...document.querySelectorAll('.md :is(h2,h3,h4)')];
          const own = all.filter((one) => getComputedStyle(one).backgroundColor !== clear).map(({ id }) => `#${id}`);
          return own.join() === hash;
        }, hash);
      const inWindow = (hash) =>
        page.waitForFunction((hash) => {
          const { top, bottom } = document.querySelector(hash).getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }, hash);
      await open(page, base, '/characters/cryo/ganyu');
      await markWindow(page);
      await page
        .locator(`main a[href="${path}${entry}"]`)
        .first()
        .evaluate((link) => link.click());
      await page.waitForURL(base + path + entry);
      await marked(entry);
      await inWindow(entry);
      await addLink(page, `${path}${other}`);
      await page.locator('#probe').evaluate((link) => link.click());
      await marked(other);
      await inWindow(other);
      await page.goBack();
      await marked(entry);
      await page.goBack();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Ganyu');
      await marked('');
      await page.goForward();
      await marked(entry);
      await inWindow(entry);
      await assertSameDocument(page);
      await page.reload();
      await hydrated(page);
      await marked(entry);
      assertQuiet(seen);
    },
  },
  {
    name: 'navigation::a hash leads to its heading below the bar',
    async run({ page, base }) {
      await open(page, base, '/combat-mechanics/internal-cooldown#advanced-overview');
      await page.waitForFunction(() => window.scrollY > 50);
      await scrollEnded(page);
      const top = await page.locator('#advanced-overview').evaluate((node) => node.getBoundingClientRect().top);
      assert.ok(top >= 40 && top < 200, `the heading is at ${top} px`);
    },
  },
];

async function addLink(page, href) {
  await page.evaluate((target) => {
    const link = document.createElement('a');
    link.href = target;
    link.id = 'probe';
    link.textContent = 'probe';
    document.querySelector('main').prepend(link);
  }, href);
}
