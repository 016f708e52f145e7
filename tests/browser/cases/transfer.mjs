/** Bytes and requests of a first visit: budgets, counted on the wire. */
import { assert, open } from './support.mjs';

const PAGE = '/characters/cryo/ganyu';
/** A page without islands. Where an island is in view, the interface is loaded for it, perhaps before `load`. */
const TEXT_PAGE = '/combat-mechanics/internal-cooldown';
/** Before the page has loaded: the script that records what a reader does. */
const EARLY_SCRIPT_BUDGET = 5_000;
/** With the interface, which comes later. In KB of 1,024 bytes, as the budgets of islands. */
const SCRIPT_BUDGET = 78 * 1024;
/** Two thirds are the shell's sheet, the rest is that of the library's components; one file has both. */
const STYLE_BUDGET = 15_200;
const REQUEST_BUDGET = 6;

/** What a first visit loads before hydration, and a list of it for messages. */
async function visit(page, base, path) {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement.dataset.hasHydrated) window.__hydrated ??= performance.now();
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-has-hydrated'] });
  });
  await open(page, base, path);
  const answers = await page.evaluate(() => {
    const { loadEventStart } = performance.getEntriesByType('navigation')[0];
    // What is fetched ahead is found in the cache afterwards.
    const resources = new Map(
      performance
        .getEntriesByType('resource')
        .map((entry) => [entry.name, entry])
        .reverse(),
    );
    return [...resources.values()].map(({ name, startTime, encodedBodySize }) => ({
      name,
      bytes: encodedBodySize,
      isEarly: startTime < loadEventStart,
      isFirst: startTime < window.__hydrated,
    }));
  });
  const said = answers.map(({ name, bytes, isEarly, isFirst }) => `${bytes} ${isEarly} ${isFirst} ${name}`).join('\n');
  return { first: answers.filter(({ isFirst }) => isFirst), said };
}

const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0);
const isScript = ({ name }) => name.endsWith('.js');

export const transferCases = [
  {
    name: 'transfer::a page without islands loads only a small script until its load event',
    async run({ page, base }) {
      const { first, said } = await visit(page, base, TEXT_PAGE);
      const early = first.filter(({ isEarly }) => isEarly);
      // The document is one more. What is fetched ahead of the reader belongs to no visit: a slow load lets it begin early.
      const requests = early.filter(({ name }) => !name.includes('/_bindery/')).length + 1;
      assert.ok(requests <= REQUEST_BUDGET, `${requests} requests:\n${said}`);
      const scripts = early.filter(isScript);
      assert.ok(scripts.length > 0 && sum(scripts) <= EARLY_SCRIPT_BUDGET, `scripts ${sum(scripts)} B:\n${said}`);
    },
  },
  {
    name: 'transfer::a first visit stays inside its budgets',
    async run({ page, base }) {
      const { first, said } = await visit(page, base, PAGE);
      // Islands and enhancements are loaded where a page has them.
      const shell = first.filter(({ name }) => isScript({ name }) && /\/(?:entry|interface)-/.test(name));
      const styles = first.filter(({ name }) => name.endsWith('.css'));
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
