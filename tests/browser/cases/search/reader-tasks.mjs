/** Six tasks of a reader from a question to its answer, each by keyboard at 1280 px and by touch at 390 px. */
import { assert, assertQuiet, hydrated, open, until } from '../support.mjs';
import { box, button, options } from './dialog.mjs';

const WAYS = [
  {
    way: 'by keyboard',
    options: { viewport: { width: 1280, height: 800 } },
    openSearch: (page) => page.keyboard.press('Control+k'),
    choose: (page) => page.keyboard.press('Enter'),
    press: (control) => pressKey(control, 'Enter'),
    tick: (control) => pressKey(control, 'Space'),
  },
  {
    way: 'by touch',
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    openSearch: (page) => button(page).tap(),
    choose: (page) => options(page).first().tap(),
    press: (control) => control.tap(),
    tick: (control) => control.tap(),
  },
];

/** Presses a key on a control when it takes the focus, which controls do not that wait for script. */
async function pressKey(control, key) {
  await until(async () => {
    await control.focus();
    return control.evaluate((node) => node === document.activeElement);
  });
  await control.press(key);
}

/** Asks the search of the home page, and follows what it puts first, to `path`. */
async function follow({ page, base, way }, query, path) {
  await open(page, base, '/');
  await way.openSearch(page);
  await box(page).fill(query);
  await options(page).first().waitFor();
  await way.choose(page);
  await page.waitForURL((url) => url.pathname + url.hash === path);
}

/** Waits until an element is in the window, below the navbar. */
async function inSight(element) {
  await element.waitFor();
  await element.page().waitForFunction(
    (one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    },
    await element.elementHandle(),
  );
}

const TASKS = [
  [
    'the multiplier of a charged attack at a level',
    async (given) => {
      const { page } = given;
      await follow(given, 'ganyu charged attack level 9', '/characters/cryo/ganyu#attacks');
      await page.getByRole('tab', { name: 'Normal Attacks', selected: true }).waitFor();
      await inSight(page.locator('#attacks'));
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Frostflake Arrow DMG' }) });
      assert.equal(await row.first().locator('.col-on').innerText(), '218%');
    },
  ],
  [
    'what lowers the DEF of enemies',
    async (given) => {
      await follow(given, 'what reduces enemy defence', '/combat-mechanics/damage/damage-formula#enemy-defense');
      await inSight(given.page.locator('#enemy-defense'));
      await given.page.locator('main').getByText("Lisa's A4").first().waitFor();
    },
  ],
  [
    'two weapons side by side',
    async (given) => {
      const { page, way } = given;
      await follow(given, 'compare two weapons', '/equipment/weapons');
      await way.press(page.locator('.compare-start').first());
      for (const name of ['Lost Prayer to the Sacred Winds', 'Skyward Atlas'])
        await way.tick(page.getByRole('checkbox', { name: `Compare ${name}` }));
      const table = page.getByRole('region', { name: 'Comparison' });
      await table.waitFor();
      await way.press(page.getByRole('button', { name: 'Show comparison' }));
      const names = await table.locator('thead a').allInnerTexts();
      assert.deepEqual(names, ['Lost Prayer to the Sacred Winds', 'Skyward Atlas']);
      const passives = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Passive' }) });
      await passives.waitFor();
    },
  ],
  [
    'a result that is shared',
    async (given) => {
      const { page, context, way } = given;
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await follow(given, 'damage calculator', '/combat-mechanics/damage/damage-formula#damage-calculator');
      const island = page.locator('[data-island=DamageCalculator]');
      const field = island.getByLabel('RES reduction');
      await field.fill('40');
      await way.press(island.getByRole('button', { name: 'Copy link' }));
      await island.getByText('Link copied.').waitFor();
      const result = await island.locator('output strong').innerText();
      const address = await page.evaluate(() => navigator.clipboard.readText());
      const other = await context.newPage();
      await other.goto(address);
      await hydrated(other);
      const shared = other.locator('[data-island=DamageCalculator] output strong');
      await inSight(shared);
      assert.equal(await shared.innerText(), result);
    },
  ],
  [
    'the evidence for what a character does',
    async ({ page, base, way }) => {
      await open(page, base, '/evidence/characters');
      await page.locator('.filter-bar input').first().fill('blood blossom');
      const rows = page.locator('.filter tbody tr:visible');
      await until(async () => (await rows.count()) < 10);
      const found = rows.getByRole('link', { name: 'Hu Tao' });
      await way.press(found);
      await page.waitForURL('**/evidence/characters/pyro/hu-tao');
      await page.getByRole('heading', { name: /^Blood Blossom/ }).waitFor();
    },
  ],
  [
    'from a statement to its evidence and back',
    async ({ page, base, way }) => {
      await open(page, base, '/characters/cryo/ganyu');
      const mark = page.locator('main a[href^="/evidence/characters/cryo/ganyu#"]').filter({ visible: true }).first();
      const target = new URL(await mark.getAttribute('href'), base);
      await way.press(mark);
      await page.waitForURL(target.href);
      await page.locator(target.hash).waitFor();
      await way.press(page.locator('main a[href^="/characters/cryo/ganyu#"]').first());
      await page.waitForURL((url) => url.pathname === '/characters/cryo/ganyu');
    },
  ],
];

export const readerTaskCases = TASKS.flatMap(([name, run]) =>
  WAYS.map((way) => ({
    name: `tasks::${name}, ${way.way}`,
    options: way.options,
    async run(given) {
      await run({ ...given, way });
      assertQuiet(given.seen);
    },
  })),
);
