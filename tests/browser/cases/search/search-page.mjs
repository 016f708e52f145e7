/** The search page. */
import { assert, gate, open } from '../support.mjs';
import { one, follow, openResults } from './dialog.mjs';

export const onPage = [
  one('the page asks, counts and marks', async ({ page, base }) => {
    await open(page, base, '/search');
    await page.getByRole('heading', { level: 1, name: 'Search the documentation' }).waitFor();
    const field = page.getByRole('searchbox', { name: 'Search' });
    assert.equal(await field.getAttribute('placeholder'), 'Type your search here');
    assert.match(await page.locator('meta[name=robots]').getAttribute('content'), /^noindex/);
    await field.fill('hu tao');
    await page.waitForURL(/\?q=hu(\+|%20)tao$/);
    await page
      .getByRole('status')
      .getByText(/^\d+ documents found$/)
      .waitFor();
    assert.match(await page.title(), /^Search results for "hu tao"/);
    const first = page.locator('main article article').first();
    assert.equal(
      await first.getByRole('heading', { level: 2 }).getByRole('link').getAttribute('href'),
      '/characters/pyro/hu-tao',
    );
    assert.ok((await first.locator('mark').count()) > 0);
    const icon = await first.locator('h2 .i').boundingBox();
    const link = await first.locator('h2 a').boundingBox();
    assert.ok(icon.x + icon.width <= link.x && icon.y + icon.height > link.y, 'the icon is in the line of the title');
    await field.fill('');
    await page.waitForURL(/\/search$/);
    await field.fill('qwzxvkjh');
    await page.getByText('No results were found').waitFor();
  }),
  one('a hit of the page is a client switch', async ({ page, base }) => {
    await open(page, base, '/search?q=ganyu');
    await page
      .getByRole('status')
      .getByText(/found$/)
      .waitFor();
    await page.evaluate(() => (window.stays = true));
    await page.locator('main article article a').first().click();
    await page.waitForURL('**/characters/cryo/ganyu');
    assert.ok(await page.evaluate(() => window.stays));
  }),
  one('a query is text, never markup', async ({ page, base, seen }) => {
    await open(page, base, `/search?q=${encodeURIComponent('<img src=x onerror=alert(1)> ganyu')}`);
    await page.getByRole('status').getByText(/found/).waitFor();
    assert.equal(await page.locator('main img').count(), 0);
    assert.deepEqual(
      seen.messages.filter((line) => line.startsWith('error')),
      [],
    );
  }),
  one('served results stay until the client has an answer', async ({ page, base }) => {
    const { opened, open: answer } = gate();
    await page.route('**/multi_search*', async (route) => {
      await opened;
      await route.continue();
    });
    await open(page, base, '/search?q=damage');
    const status = page.getByRole('main').getByRole('status');
    await status.waitFor({ state: 'attached' });
    assert.equal(await page.locator('main article article').count(), 15);
    const end = await page.evaluate(() => {
      window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
      return window.scrollY;
    });
    answer();
    await status.getByText(/^\d+ documents found$/).waitFor();
    assert.ok(end > 500, 'the served results are no longer than the window');
    assert.ok(await page.evaluate((top) => window.scrollY > top - 250, end), 'the answer moves the page to its start');
    assert.equal(await page.locator('#search-served').count(), 0, 'the results stand twice');
  }),
  one('more results come at the end of the page', async ({ page, base }) => {
    await open(page, base, '/search?q=damage');
    await page
      .getByRole('status')
      .getByText(/found$/)
      .waitFor();
    assert.equal(await page.locator('main article article').count(), 15);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForFunction(() => document.querySelectorAll('main article article').length > 15);
  }),
  one('Back from a result shows the results at once, where they were left', async ({ page, base }) => {
    await open(page, base, '/search?q=damage');
    const results = page.locator('main article article');
    await page.getByRole('status').waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForFunction(() => document.querySelectorAll('main article article').length > 15);
    const count = await results.count();
    const hit = results.nth(12).getByRole('link');
    await hit.scrollIntoViewIfNeeded();
    // The position is stored when the page is left.
    const left = await page.evaluate(() => window.scrollY);
    const title = await page.locator('main h1').textContent();
    await hit.click();
    await page.waitForFunction((title) => document.querySelector('main h1')?.textContent !== title, title);
    await page.route('**/multi_search*', () => {});
    await page.goBack();
    await page.waitForFunction((title) => document.querySelector('main h1')?.textContent === title, title);
    assert.equal(await results.count(), count);
    assert.equal(await page.evaluate(() => window.scrollY), left);
  }),
  one('a text that comes back lists nothing twice', async ({ page, base }) => {
    const results = await openResults(page, base, 'pyro');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForFunction(() => document.querySelectorAll('main article article').length > 15);
    const answered = page.waitForResponse('**/multi_search*');
    await page.getByRole('searchbox').press('End');
    await page.keyboard.type('x');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' damage');
    await answered;
    await page.waitForFunction(() => document.title.includes('pyro damage'));
    await page.waitForFunction(() => document.querySelectorAll('main article article').length === 15);
    const links = await results.locator('h2 a').evaluateAll((all) => all.map((link) => link.href));
    assert.equal(new Set(links).size, links.length);
  }),
  one('a further page that fails can be asked for again, and Back still finds the list', async ({ page, base }) => {
    const results = await openResults(page, base, 'pyro');
    await page.route('**/multi_search*', (route) => route.fulfill({ status: 500 }));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.equal(await results.count(), 15);
    await results.nth(10).getByRole('link').click();
    await page.waitForURL((url) => url.pathname !== '/search');
    await page.goBack();
    await page.waitForURL('**/search?q=pyro');
    // No request is answered: the page stored the list when it was left.
    await results.nth(14).waitFor();
    assert.equal(await results.count(), 15);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await again.waitFor();
    await page.unroute('**/multi_search*');
    await again.click();
    await page.waitForFunction(() => document.querySelectorAll('main article article').length > 15);
  }),
  one('served results stand for their own text only, and stay when the first answer fails', async ({ page, base }) => {
    const { opened, open: fail } = gate();
    await page.route('**/multi_search*', async (route) => {
      await opened;
      await route.fulfill({ status: 500 });
    });
    await open(page, base, '/search?q=pyro');
    const served = page.locator('#search-served');
    const field = page.getByRole('searchbox');
    await field.press('End');
    await page.keyboard.type('x');
    await page.waitForURL('**/search?q=pyrox');
    assert.ok(await served.isHidden());
    await page.keyboard.press('Backspace');
    await page.waitForURL('**/search?q=pyro');
    assert.ok(await served.isVisible());
    fail();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.ok(await served.isVisible());
  }),
  one('the client reads a query as the server does', async ({ page, base }) => {
    const long = 'damage '.repeat(20);
    for (const [address, text] of [
      ['q=ganyu&q=homa', 'homa'],
      ['q=hu+%0Atao', 'hu tao'],
      [`q=${encodeURIComponent(long)}`, long.slice(0, 64)],
    ]) {
      await open(page, base, `/search?${address}`);
      const field = page.getByRole('searchbox');
      assert.equal(await field.inputValue(), text);
      await field.press('End');
      await page.waitForSelector('html[data-has-hydrated]', { state: 'attached' });
      assert.equal(await field.inputValue(), text);
    }
  }),
  one(
    'without script the page answers, too',
    async ({ page, base }) => {
      await page.goto(`${base}/search?q=hutao`);
      assert.equal(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), 'hutao');
      const sections = page.getByRole('main').locator('ul[aria-label]');
      assert.ok(await sections.isHidden(), 'the parts of the site are shown only without a query');
      await page.getByRole('link', { name: 'Hu Tao', exact: true }).first().click();
      await page.waitForURL('**/characters/pyro/hu-tao');
      await page.goto(`${base}/search`);
      assert.ok(await sections.isVisible());
    },
    { javaScriptEnabled: false },
  ),
  one('blocked storage keeps what was followed in memory', async ({ page, base }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new Error('blocked');
        },
      }),
    );
    await follow(page, base);
  }),
];
