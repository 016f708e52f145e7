/** Back, Forward and reload: the page, and the place in it. */
import { openResults } from '../search/dialog.mjs';
import { assert, gate, heading, hydrated, open, scrollEnded, until } from '../support.mjs';

const follow = async (page, name, path) => {
  await page.locator('main').getByRole('link', { name }).first().click();
  await page.waitForURL(`**${path}`);
  await page.waitForFunction((name) => document.querySelector('main h1')?.textContent === name, name);
};

export const historyCases = [
  {
    name: 'history::Back after a reload shows the page of the address although the interface does not run yet',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo');
      await follow(page, 'Ganyu', '/characters/cryo/ganyu');
      const { opened, open: release } = gate();
      await page.route('**/assets/interface-*', async (route) => {
        await opened;
        await route.continue();
      });
      await page.reload({ waitUntil: 'load' });
      await page.waitForSelector('html[data-started]', { state: 'attached' });
      assert.equal(await heading(page), 'Ganyu');
      await page.evaluate(() => window.history.back());
      await page.waitForURL('**/characters/cryo');
      await until(async () => (await heading(page).catch(() => '')) === 'Cryo');
      release();
      await page.keyboard.press('Shift');
      await hydrated(page);
      assert.equal(await heading(page), 'Cryo');
      assert.equal(new URL(page.url()).pathname, '/characters/cryo');
    },
  },
  {
    name: 'history::Back in the same moment as a click on a link that is loaded stays on the page',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo');
      const loaded = page.waitForResponse('**/_bindery/page/characters/cryo/ganyu*');
      const link = page.locator('main').getByRole('link', { name: 'Ganyu' }).first();
      await link.hover();
      await (await loaded).finished();
      // The page is read from the answer after that.
      await scrollEnded(page);
      await link.evaluate(
        (element) =>
          new Promise((done) => {
            window.addEventListener('popstate', done, { once: true });
            element.click();
            window.history.back();
          }),
      );
      await scrollEnded(page);
      await until(async () => (await heading(page)) === 'Cryo');
      assert.equal(await page.title(), 'Cryo | KQM TCL');
      assert.equal(new URL(page.url()).pathname, '/characters/cryo');
    },
  },
  {
    name: 'history::positions are saved after a control has changed the address',
    async run({ page, base }) {
      await open(page, base, '/characters');
      const field = page.getByRole('main').getByLabel('Find').first();
      await field.fill('a');
      await page.waitForURL('**/characters?find=a');
      await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
      await page.waitForFunction(() => window.scrollY > 0 && window.history.state?.y === window.scrollY);
    },
  },
  {
    name: 'history::the search page keeps its text and its results while another page loads',
    async run({ page, base }) {
      const results = await openResults(page, base, 'pyro');
      const { opened, open: release } = gate();
      await page.route('**/_bindery/page/**', async (route) => {
        await opened;
        await route.continue();
      });
      await page.evaluate(() => {
        const link = document.body.appendChild(document.createElement('a'));
        link.href = '/characters/cryo/qiqi';
        link.click();
      });
      await page.waitForURL('**/characters/cryo/qiqi');
      // Longer than the pause after which a changed text is searched for.
      await page.waitForTimeout(500);
      assert.equal(await page.getByRole('searchbox').inputValue(), 'pyro');
      assert.equal(await results.count(), 15);
      release();
      await page.goBack();
      await page.waitForURL('**/search?q=pyro');
      await until(async () => (await results.count()) === 15);
    },
  },
];
