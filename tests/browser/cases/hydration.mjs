/** Every kind of page hydrates without a word, and keeps the article it was served. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { assert, assertQuiet, heading, hydrated, KINDS, NOT_FOUND_LINE, open, settled } from './support.mjs';

const WIDTHS = [1280, 390];

const quiet = WIDTHS.flatMap((width) =>
  KINDS.map(([kind, path, h1]) => ({
    name: `hydration::${kind} at ${width} px`,
    options: { viewport: { width, height: 800 } },
    async run({ page, base, seen }) {
      await collectViolations(page);
      await open(page, base, path);
      if (h1 !== null) assert.equal(await heading(page), h1);
      await settled(page);
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
      const kept = await page.evaluate(() => window.__served?.isConnected);
      assert.ok(kept, 'hydration replaced the article');
    },
  },
  {
    name: 'hydration::the script may be there before the end of the document',
    async run({ page, base, seen }) {
      const slow = await startSlow(base, '/characters/cryo/ganyu');
      try {
        const loaded = page.goto(`${slow.base}/characters/cryo/ganyu`, { waitUntil: 'load' });
        await page.waitForFunction(() => 'started' in document.documentElement.dataset);
        await page.keyboard.press('Shift');
        await loaded;
        await hydrated(page);
        assert.equal(await heading(page), 'Ganyu');
        assertQuiet(seen);
      } finally {
        slow.stop();
      }
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
      // Text that is not rendered yet is not counted.
      await page.evaluate(() => document.documentElement.removeAttribute('data-sliced'));
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

/** Serves what `base` does, but the second half of one document only when the script has long been there. */
async function startSlow(base, path) {
  let scriptSent;
  const script = new Promise((resolve) => (scriptSent = resolve));
  const server = createServer(async (request, response) => {
    const answer = await fetch(base + request.url);
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') });
    if (request.url === path) {
      const half = body.indexOf('<main');
      response.write(body.subarray(0, half));
      await script;
      await new Promise((resolve) => setTimeout(resolve, 500));
      response.end(body.subarray(half));
    } else {
      response.end(body, () => /interface-.*\.js/.test(request.url) && scriptSent());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { base: `http://127.0.0.1:${server.address().port}`, stop };
}
