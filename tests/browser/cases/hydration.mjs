/** Every kind of page hydrates without a word, and keeps the article it was served. */
import { assert, assertQuiet, heading, KINDS, NOT_FOUND_LINE, open } from './support.mjs';

const WIDTHS = [1280, 390];

const quiet = WIDTHS.flatMap((width) =>
  KINDS.map(([kind, path, h1]) => ({
    name: `hydration::${kind} at ${width} px`,
    options: { viewport: { width, height: 800 } },
    async run({ page, base, seen }) {
      await collectViolations(page);
      await open(page, base, path);
      if (h1 !== null) assert.equal(await heading(page), h1);
      await page.waitForTimeout(150);
      assertQuiet(seen, path.startsWith('/no/') ? [NOT_FOUND_LINE] : []);
      assert.deepEqual(await page.evaluate(() => window.__violations), []);
      const foreign = seen.requests.filter((url) => !url.startsWith(base));
      assert.deepEqual(foreign, [], 'no request may leave this origin');
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(overflow <= 0, `the page scrolls sideways by ${overflow} px`);
    },
  })),
);

export const hydrationCases = [
  ...quiet,
  {
    name: 'hydration::the served article keeps its very nodes',
    async run({ page, base }) {
      await page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          window.__served = document.querySelector('[data-slot] h2');
        });
      });
      await open(page, base, '/characters/cryo/ganyu');
      const kept = await page.evaluate(() => window.__served !== null && window.__served.isConnected);
      assert.ok(kept, 'hydration replaced the article');
    },
  },
  {
    name: 'hydration::the article is sent once',
    async run({ page, base }) {
      const response = await open(page, base, '/characters/cryo/ganyu');
      const html = await response.text();
      const probe = await page.evaluate(() => {
        const cell = [...document.querySelectorAll('[data-slot] h2')][1];
        return cell.textContent;
      });
      const props = html.slice(html.indexOf('id="__bindery_data"'));
      const slot = await page.evaluate(() => document.querySelector('[data-slot]').innerHTML);
      assert.ok(probe.length > 0);
      assert.ok(slot.length > 2000, 'the article is in the page');
      assert.ok(!props.includes('<table') && !props.includes('\\u003ctable'), 'the data holds no article');
    },
  },
  {
    name: 'hydration::text does not change when the script starts',
    async run({ page, context, base }) {
      const still = await context.browser().newContext({ javaScriptEnabled: false });
      const before = await still.newPage();
      await before.goto(`${base}/combat-mechanics/internal-cooldown`);
      const served = await before.locator('main').innerText();
      await still.close();
      await open(page, base, '/combat-mechanics/internal-cooldown');
      assert.equal(await page.locator('main').innerText(), served);
    },
  },
];

async function collectViolations(page) {
  await page.addInitScript(() => {
    window.__violations = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      window.__violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
}
