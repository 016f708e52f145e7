/** Bytes and requests of a first visit: budgets, counted on the wire. */
import { assert, open } from './support.mjs';

const PAGE = '/characters/cryo/ganyu';
const SCRIPT_BUDGET = 80_000;
const STYLE_BUDGET = 14_000;
const REQUEST_BUDGET = 6;

export const transferCases = [
  {
    name: 'transfer::a first visit stays inside its budgets',
    async run({ page, context, base }) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const wire = new Map();
      session.on('Network.responseReceived', ({ requestId, type, response }) => {
        wire.set(requestId, { type, url: response.url, bytes: 0 });
      });
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const entry = wire.get(requestId);
        if (entry) entry.bytes = encodedDataLength;
      });
      await open(page, base, PAGE);
      const answers = [...wire.values()];
      const sum = (type) => answers.filter((one) => one.type === type).reduce((total, one) => total + one.bytes, 0);
      const said = answers.map((one) => `${one.type} ${one.bytes} ${one.url}`).join('\n');
      assert.ok(answers.length <= REQUEST_BUDGET, `${answers.length} requests:\n${said}`);
      assert.ok(sum('Script') > 10_000 && sum('Script') <= SCRIPT_BUDGET, `scripts ${sum('Script')} B:\n${said}`);
      assert.ok(sum('Stylesheet') <= STYLE_BUDGET, `styles ${sum('Stylesheet')} B:\n${said}`);
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
