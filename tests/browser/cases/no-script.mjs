/** Without script the page is all there: text, links, menu, tab panels. */
import { assert, heading, KINDS } from './support.mjs';

const readable = KINDS.map(([kind, path, h1]) => ({
  name: `no-script::${kind} is readable`,
  options: { javaScriptEnabled: false },
  async run({ page, base }) {
    await page.goto(base + path);
    if (h1 !== null) assert.equal(await heading(page), h1);
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    const links = await page.locator('main a[href], nav a[href]').count();
    assert.ok(links > 5, `only ${links} links`);
  },
}));

export const noScriptCases = [
  ...readable,
  {
    name: 'no-script::a link loads the next page',
    options: { javaScriptEnabled: false },
    async run({ page, base }) {
      await page.goto(`${base}/characters/cryo`);
      await page.locator('main').getByRole('link', { name: 'Ganyu' }).first().click();
      await page.waitForURL('**/characters/cryo/ganyu');
      assert.equal(await heading(page), 'Ganyu');
    },
  },
  {
    name: 'no-script::all tab panels can be read',
    options: { javaScriptEnabled: false },
    async run({ page, base }) {
      await page.goto(`${base}/characters/cryo/ganyu`);
      const panels = page.locator('[role=tabpanel]');
      const count = await panels.count();
      assert.ok(count >= 3, `${count} panels`);
      for (let at = 0; at < count; at += 1) assert.ok(await panels.nth(at).isVisible(), `panel ${at}`);
    },
  },
  {
    name: 'no-script::no control is shown without function',
    options: { javaScriptEnabled: false },
    async run({ page, base }) {
      for (const path of [
        '/characters/cryo/ganyu',
        '/characters',
        '/combat-mechanics/damage/damage-formula',
        '/resources/tools',
      ]) {
        await page.goto(base + path);
        const dead = page.locator(':is(button,input,select,textarea):visible');
        assert.deepEqual(await dead.evaluateAll((list) => list.map(({ outerHTML }) => outerHTML)), [], path);
      }
    },
  },
  {
    name: 'no-script::a closed sidebar category leads to its page',
    options: { javaScriptEnabled: false },
    async run({ page, base }) {
      await page.goto(`${base}/characters/cryo/ganyu`);
      await page.getByRole('navigation', { name: 'Docs sidebar' }).getByRole('link', { name: 'Enemy Data' }).click();
      await page.waitForURL('**/enemy-data');
    },
  },
];
