/** Bytes and requests of a first visit: budgets, counted on the wire. */
import { assert, open } from './support.mjs';

const PAGE = '/characters/cryo/ganyu';
/** Before the page has loaded: the script that records what a reader does. */
const EARLY_SCRIPT_BUDGET = 5_000;
/** With the interface, which comes later. */
const SCRIPT_BUDGET = 78_000;
/** Two thirds are the shell's sheet, the rest is that of the library's components; one file has both. */
const STYLE_BUDGET = 15_000;
const REQUEST_BUDGET = 6;

export const transferCases = [
  {
    name: 'transfer::a first visit stays inside its budgets',
    async run({ page, base }) {
      await page.addInitScript(() => {
        new MutationObserver(() => {
          if (document.documentElement.dataset.hasHydrated) window.__hydrated ??= performance.now();
        }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-has-hydrated'] });
      });
      await open(page, base, PAGE);
      const answers = await page.evaluate(() => {
        const { loadEventStart } = performance.getEntriesByType('navigation')[0];
        return performance.getEntriesByType('resource').map(({ name, startTime, encodedBodySize }) => ({
          name,
          bytes: encodedBodySize,
          // Islands and enhancements are loaded where a page has them.
          isShell: /\/(?:entry|interface)-/.test(name),
          isEarly: startTime < loadEventStart,
          isFirst: startTime < window.__hydrated,
        }));
      });
      const first = answers.filter(({ isFirst }) => isFirst);
      const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0);
      const scripts = first.filter(({ name }) => name.endsWith('.js'));
      const early = scripts.filter(({ isEarly }) => isEarly);
      const shell = scripts.filter(({ isShell }) => isShell);
      const styles = first.filter(({ name }) => name.endsWith('.css'));
      const said = answers
        .map(({ name, bytes, isEarly, isFirst }) => `${bytes} ${isEarly} ${isFirst} ${name}`)
        .join('\n');
      // The document is one more. What is fetched ahead of the reader belongs to no visit: a slow load lets it begin early.
      const isAhead = ({ name }) => name.includes('/_bindery/');
      const requests = answers.filter((one) => one.isEarly && !isAhead(one)).length + 1;
      assert.ok(requests <= REQUEST_BUDGET, `${requests} requests:\n${said}`);
      assert.ok(early.length > 0 && sum(early) <= EARLY_SCRIPT_BUDGET, `early scripts ${sum(early)} B:\n${said}`);
      assert.equal(shell.length, 2, said);
      assert.ok(sum(shell) > 10_000 && sum(shell) <= SCRIPT_BUDGET, `scripts ${sum(shell)} B:\n${said}`);
      assert.ok(sum(styles) > 1_000 && sum(styles) <= STYLE_BUDGET, `styles ${sum(styles)} B:\n${said}`);
    },
  },
  {
    name: 'transfer::a client switch sends the article once and no document',
    async run({ page, base }) {
      await open(page, base, '/characters/cryo');
      const asked = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.locator('main').getByRole('link', { name: 'Ganyu' }).first().click();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Ganyu');
      const payloads = asked.filter((path) => path === '/_bindery/page/characters/cryo/ganyu');
      assert.equal(payloads.length, 1, asked.join(' '));
      assert.ok(!asked.includes('/characters/cryo/ganyu'), 'no document was loaded');
    },
  },
];
