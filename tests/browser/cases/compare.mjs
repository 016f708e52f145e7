/** Comparison of what a list of the library holds: tick boxes, the table side by side, the state in the address. */
import { assert, assertQuiet, open, readData, scrollEnded, until } from './support.mjs';

const BOWS = '/equipment/weapons/bows';
const ENEMIES = '/enemy-data';
const CHARACTERS = '/characters';

/** Fails if a box is elsewhere in the window in any of the frames after a change. */
async function assertStays(page, box, change = (element) => element.click()) {
  const handle = await box.elementHandle();
  await handle.scrollIntoViewIfNeeded();
  await scrollEnded(page);
  await page.evaluate((element) => {
    window.tops = [];
    const note = () => {
      window.tops?.push(element.getBoundingClientRect().top);
      if (window.tops) requestAnimationFrame(note);
    };
    note();
  }, handle);
  // Not the mouse: the test's own click may scroll first.
  await handle.evaluate(change);
  const tops = await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    const all = window.tops;
    window.tops = null;
    return all;
  });
  const [first] = tops;
  assert.ok(
    tops.every((top) => Math.abs(top - first) < 2),
    `${page.url()}: ${tops.join(', ')}`,
  );
}

/** Whether an element is in the window, and nothing lies over it. */
function inWindow(box) {
  return box.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 4, bottom - 4].every((y) => element === document.elementFromPoint(left + 4, y));
  });
}

export const compareCases = [
  {
    name: 'compare::two weapons are chosen by keyboard, and the address opens them again',
    async run({ page, base, seen }) {
      await open(page, base, BOWS);
      const start = page.locator('.compare-start').first();
      await start.waitFor();
      await start.press('Enter');
      await page.getByRole('checkbox', { name: 'Compare Aqua Simulacra' }).press('Space');
      await page.getByRole('checkbox', { name: 'Compare Rust', exact: true }).press('Space');
      const table = page.getByRole('region', { name: 'Comparison' });
      await table.waitFor();
      // One bar for the lists of the page, in sight at any of them.
      const show = page.getByRole('button', { name: 'Show comparison' });
      const bar = await show.boundingBox();
      assert.ok(bar.y >= 0 && bar.y + bar.height <= page.viewportSize().height, `${bar.y}`);
      await show.press('Enter');
      assert.ok(await table.evaluate((region) => region === document.activeElement));
      assert.equal(await page.evaluate(() => location.search), '?compare=aqua-simulacra,rust');
      await page.reload();
      await table.waitFor();
      assert.deepEqual(await table.locator('thead a').allInnerTexts(), ['Aqua Simulacra', 'Rust']);
      assertQuiet(seen);
    },
  },
  {
    name: 'compare::four enemies can be read on a phone, with the names of their properties in sight',
    options: { viewport: { width: 390, height: 844 } },
    async run({ page, base }) {
      await open(page, base, `${ENEMIES}?compare=ruin-guard,ruin-hunter,ruin-grader,ruin-defender`);
      const table = page.getByRole('region', { name: 'Comparison' });
      await table.waitFor();
      assert.equal(await table.locator('thead th').count(), 4);
      await table.evaluate((region) => region.scrollTo({ left: region.scrollWidth, behavior: 'instant' }));
      const { left, right } = await table
        .locator('tbody th')
        .first()
        .evaluate((head) => head.getBoundingClientRect().toJSON());
      assert.ok(left >= 0 && right <= 200, `${left} to ${right}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    },
  },
  ...[
    [1280, 800],
    [390, 844],
  ].map(([width, height]) => ({
    name: `compare::the ticked row keeps its place when the table appears, grows and goes, ${width} px wide`,
    options: { viewport: { width, height } },
    async run({ page, base }) {
      for (const path of [BOWS, CHARACTERS, '/equipment/weapons']) {
        await open(page, base, path);
        // The top of the page, where browsers do not keep the place themselves, and further down.
        for (const at of [0, 8]) {
          await page.locator('.compare-start').first().click();
          const boxes = page.locator('.compare-box');
          const [first, second, third] = [at, at + 1, at + 2].map((index) => boxes.nth(index));
          await first.check();
          await assertStays(page, second);
          const table = page.getByRole('region', { name: 'Comparison' });
          await table.waitFor();
          if (path !== CHARACTERS) {
            // What passives do is loaded after the table.
            await table.getByRole('rowheader', { name: 'Passive' }).waitFor();
            await assertStays(page, second, () => {});
          }
          await assertStays(page, third);
          await assertStays(page, second);
          await assertStays(page, first);
          await table.waitFor({ state: 'detached' });
          await page.getByRole('button', { name: 'End comparison' }).click();
        }
      }
    },
  })),
  {
    name: 'compare::the table is one Tab from the box that was ticked last, and the box one Tab from the table',
    async run({ page, base }) {
      await open(page, base, `${BOWS}?compare=rust`);
      const box = page.getByRole('checkbox', { name: 'Compare Aqua Simulacra' });
      await box.press('Space');
      const table = page.getByRole('region', { name: 'Comparison' });
      await table.waitFor();
      await page.keyboard.press('Tab');
      const jump = page.locator('.compare-jump:focus');
      await scrollEnded(page);
      assert.ok(await inWindow(jump), 'the next row covers the button');
      await jump.press('Enter');
      assert.ok(await table.evaluate((region) => region === document.activeElement));
      // The words of the jump are no part of the name of its row.
      assert.deepEqual(await table.locator('thead a').allInnerTexts(), ['Rust', 'Aqua Simulacra']);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      assert.ok(await box.evaluate((input) => input === document.activeElement));
      assert.ok(await inWindow(box));
    },
  },
  {
    name: 'compare::the bar and the boxes can be touched on a phone, also beside the table',
    options: { viewport: { width: 390, height: 844 }, hasTouch: true },
    async run({ page, base }) {
      await open(page, base, `${ENEMIES}?compare=ruin-guard,ruin-hunter,ruin-grader`);
      const table = page.getByRole('region', { name: 'Comparison' });
      await table.waitFor();
      const targets = page.locator('.compare-remove,.compare-box').filter({ visible: true });
      const sizes = await targets.evaluateAll((all) =>
        all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
      );
      assert.ok(sizes.length > 3 && sizes.flat().every((size) => size >= 24), JSON.stringify(sizes.slice(0, 5)));
      await table.evaluate((box) => box.scrollIntoView({ block: 'start', behavior: 'instant' }));
      for (const name of ['Show comparison', 'End comparison']) {
        const isHit = await page
          .locator('.compare-bar')
          .getByRole('button', { name })
          .evaluate((button) => {
            const { left, right, top } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint((left + right) / 2, top + 3));
          });
        assert.ok(isHit, `${name} is below the table`);
      }
    },
  },
  {
    name: 'compare::what passives do has room for its words on a phone',
    options: { viewport: { width: 390, height: 844 } },
    async run({ page, base }) {
      await open(page, base, `${BOWS}?compare=aqua-simulacra,rust,hunters-path,polar-star`);
      const table = page.getByRole('region', { name: 'Comparison' });
      await table.waitFor();
      const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Passive' }) });
      // What passives do is loaded after the table.
      await row.waitFor();
      const widths = await row.getByRole('cell').evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
      assert.equal(widths.length, 4);
      for (const width of widths) assert.ok(width >= 110 && width <= 390, `${widths}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    },
  },
  {
    name: 'compare::characters are compared by their stats',
    async run({ page, base }) {
      await open(page, base, `${CHARACTERS}?compare=ganyu,eula`);
      const table = page.getByRole('region', { name: 'Comparison' });
      await table.waitFor();
      const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'HP at level 90' }) });
      await row.waitFor();
      const stats = ['ganyu', 'eula'].map((slug) => readData(`characters/cryo/${slug}.json`).stats.rows);
      const last = stats.map((rows) => rows.find(([ascension, level]) => ascension === 6 && level === 90));
      const hp = last.map(([, , value]) => Math.round(value).toLocaleString('en'));
      assert.deepEqual(await row.getByRole('cell').allInnerTexts(), hp);
    },
  },
  {
    name: 'compare::a shared comparison is in view, with what the passives do, and the bar does not cover it',
    async run({ page, base }) {
      await open(page, base, `${BOWS}?compare=amos-bow,rust`);
      const table = page.getByRole('region', { name: 'Comparison' });
      const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Passive' }) });
      await row.waitFor();
      const { items } = readData('claims/effects/bows.json');
      const said = ['amos-bow', 'rust'].map((key) => items[key].text.join(' '));
      assert.deepEqual(await row.getByRole('cell').allInnerTexts(), said);
      await until(() => page.evaluate(() => scrollY > 0));
      const top = await table.evaluate((region) => region.getBoundingClientRect().top);
      assert.ok(top >= 0 && top < 300, `${top}`);
      const cell = row.getByRole('cell').first();
      await cell.evaluate((one) => one.scrollIntoView({ block: 'end', behavior: 'instant' }));
      const isSeen = await cell.evaluate((one) => {
        const { left, right, bottom } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint((left + right) / 2, bottom - 4));
      });
      assert.ok(isSeen, 'the bar covers the table');
    },
  },
  {
    name: 'compare::artifact sets are compared by their effects',
    async run({ page, base }) {
      const { items } = readData('claims/effects/artifacts.json');
      await open(page, base, '/equipment/artifacts?compare=adventurer,lucky-dog');
      const table = page.getByRole('region', { name: 'Comparison' });
      const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Effect of 4 pieces' }) });
      await row.waitFor();
      const said = ['adventurer', 'lucky-dog'].map((key) => items[key].bonuses.at(-1).text.join(' '));
      assert.deepEqual(await row.getByRole('cell').allInnerTexts(), said);
    },
  },
  {
    name: 'compare::Find in the index of the evidence finds words of titles and statements',
    async run({ page, base }) {
      await open(page, base, '/evidence/characters');
      const rows = page.locator('.filter tbody tr:visible');
      const all = await rows.count();
      // Words of one statement, which no page name has.
      await page.locator('.filter-bar input').first().fill('aimed dropoff');
      await until(async () => (await rows.count()) > 0 && (await rows.count()) < all);
      await page.locator('.filter tbody tr:visible').getByRole('link', { name: 'Ganyu' }).waitFor();
    },
  },
  {
    name: 'compare::without script there are neither boxes nor a button',
    options: { javaScriptEnabled: false },
    async run({ page, base }) {
      await page.goto(base + BOWS);
      assert.equal(await page.locator('.compare-box').count(), 0);
      assert.ok(await page.locator('.compare-start').first().isHidden());
    },
  },
];
