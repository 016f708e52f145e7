/** Keys and presses that come before what they are for: none is lost, and none acts on something else. */
import {
  assert,
  gate,
  hydrated,
  INTERFACE,
  open,
  openHeld,
  openTyped,
  searchText,
  settled,
  until,
} from '../support.mjs';

const CHARACTER = '/characters/cryo/ganyu';

/** Lets the script of the search's dialog come only when `open` is called. */
async function holdDialog(page) {
  const { opened, open } = gate();
  await page.route(/\/assets\/modal-[^/]+\.js$/, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

/** Opens a page whose interface is not served before `reach` is called. */
async function openCutOff(page, url) {
  await page.route(INTERFACE, (route) => route.abort());
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => 'started' in document.documentElement.dataset);
  return () => page.unroute(INTERFACE);
}

const keys = [
  {
    name: 'early::keys between the start of the interface and the dialog of the search go into its field, in order',
    async run({ page, base }) {
      for (const begin of ['/', 'Enter']) {
        const showDialog = await holdDialog(page);
        const release = await openHeld(page, base + CHARACTER);
        await page.locator('.sbtn.js').focus();
        await page.keyboard.press(begin);
        await page.keyboard.type('gan yx');
        await release();
        await page.keyboard.press('Backspace');
        for (const key of ['Enter', 'PageDown', 'Tab', 'ArrowDown']) await page.keyboard.press(key);
        await page.keyboard.type('u s');
        await page.keyboard.press('ArrowLeft');
        showDialog();
        await searchText(page);
        await page.keyboard.type('-');
        assert.equal(await searchText(page), 'gan yu -s');
        assert.deepEqual(await page.evaluate(() => [scrollY, location.pathname]), [0, CHARACTER]);
        await page.unroute(/modal/);
      }
    },
  },
  {
    name: 'early::keys after the first press of the search button are not lost in a page that works',
    async run({ page, base }) {
      const showDialog = await holdDialog(page);
      await open(page, base, CHARACTER);
      await page.locator('.sbtn.js').click();
      await page.keyboard.type('a b');
      showDialog();
      await searchText(page);
      await page.keyboard.type('c');
      assert.equal(await searchText(page), 'a bc');
      assert.equal(await page.evaluate(() => scrollY), 0);
      await page.keyboard.press('Escape');
      assert.ok(await page.locator('.sbtn.js').evaluate((button) => button === document.activeElement));
    },
  },
  {
    name: 'early::Escape ends the search before its dialog opens',
    async run({ page, base }) {
      const release = await openTyped(page, base + CHARACTER, 'gan');
      await page.keyboard.press('Escape');
      await release();
      await page.locator('.navbar .brand').focus();
      await settled(page);
      assert.equal(await page.locator('dialog[open]').count(), 0);
    },
  },
];

const controls = [
  {
    name: 'early::letters in the field of a filter stay in it and filter, also those that open the search elsewhere',
    async run({ page, base }) {
      for (const [path, words, found] of [
        ['/characters', 'ganyu', 'Ganyu'],
        ['/evidence/characters', 'a/b?', null],
      ]) {
        const release = await openHeld(page, base + path);
        const field = page.locator('.filter-bar input').first();
        await field.click();
        await page.keyboard.type(words);
        await release();
        await page.waitForFunction(() => new URLSearchParams(location.search).has('find'));
        assert.equal(await field.inputValue(), words);
        assert.ok(await field.evaluate((input) => input === document.activeElement));
        assert.equal(await page.locator('dialog').count(), 0);
        const shown = page.locator('.filter [data-keys]:visible');
        await until(async () => (await shown.count()) === (found ? 1 : 0));
      }
    },
  },
  {
    name: 'early::digits in the field of a calculator are kept in order',
    async run({ page, base }) {
      const release = await openHeld(page, `${base}/combat-mechanics/damage/damage-formula`);
      const field = page.locator('[data-island=DamageCalculator] input[type=number]').first();
      await field.fill('');
      await page.keyboard.type('12');
      await release();
      await page.keyboard.type('34');
      await until(() => page.evaluate(() => new URLSearchParams(location.search).get('base') === '1234'));
      assert.equal(await field.inputValue(), '1234');
    },
  },
  {
    name: 'early::a slider that is moved, a choice and a press of Compare act once they work',
    async run({ page, base }) {
      let release = await openHeld(page, base + CHARACTER);
      const slider = page.locator('main .slider input').first();
      const text = () => page.locator('main .slider output').first().innerText();
      const before = await text();
      await slider.focus();
      await slider.press('Home');
      await release();
      await until(async () => (await text()) !== before);
      assert.equal(await text(), '1, ascension 0');
      release = await openHeld(page, `${base}/characters`);
      await page.locator('.filter-bar select').first().selectOption('Cryo');
      await page.locator('.compare-start').first().click();
      await release();
      await page.locator('.compare-box:visible').first().waitFor();
      assert.equal(await page.evaluate(() => new URLSearchParams(location.search).get('element')), 'Cryo');
    },
  },
  {
    name: 'early::presses of the head of a column sort the table once they work',
    async run({ page, base }) {
      const release = await openHeld(page, `${base}/enemy-data`);
      const head = page.locator('main th', { hasText: 'Pyro' }).first();
      await head.click();
      await head.click();
      await release();
      await page.locator('main th[aria-sort=descending]', { hasText: 'Pyro' }).waitFor();
      assert.equal(await page.evaluate(() => new URLSearchParams(location.search).get('sort')?.[0]), '-');
    },
  },
  {
    name: 'early::the second early press of a toggle counts, too',
    async run({ page, base }) {
      let release = await openHeld(page, base + CHARACTER);
      const choice = () => page.evaluate(() => document.documentElement.dataset.themeChoice);
      await page.evaluate(() => localStorage.setItem('theme', 'dark'));
      await page.unroute(INTERFACE);
      release = await openHeld(page, base + CHARACTER);
      const mode = page.locator('.navbar .mode');
      await mode.click();
      await mode.click();
      await release();
      await open(page, base, CHARACTER);
      const first = await choice();
      await mode.click();
      const second = await choice();
      await mode.click();
      const third = await choice();
      const all = new Set([first, second, third]);
      // Two presses lead as far before the start as after it.
      assert.equal(first, all.size === 3 ? 'system' : 'dark', [first, second, third].join(' '));
    },
  },
  {
    name: 'early::two early presses of the menu button leave the menu closed',
    options: { viewport: { width: 390, height: 800 } },
    async run({ page, base }) {
      const release = await openHeld(page, base + CHARACTER);
      const button = page.getByRole('button', { name: 'Toggle navigation bar' });
      await button.click();
      await button.click();
      await release();
      await page.locator('.menu-box[data-state=closed]').waitFor({ state: 'attached' });
      assert.equal(await page.locator('[inert][data-page-behind]').count(), 0);
    },
  },
];

const failures = [
  {
    name: 'early::where the interface cannot be loaded, the search button leads to the search page',
    async run({ page, base }) {
      await openCutOff(page, base + CHARACTER);
      await page.locator('.sbtn.js').click();
      await page.waitForURL(`${base}/search`);
    },
  },
  {
    name: 'early::where the interface cannot be loaded, the button of the colour mode works, and another one loads it again',
    async run({ page, base }) {
      const reach = await openCutOff(page, base + CHARACTER);
      const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
      const before = await theme();
      await page.locator('.navbar .mode').click();
      await until(async () => (await theme()) !== before);
      assert.equal(await page.locator('html[data-has-hydrated]').count(), 0);
      await reach();
      const reloaded = page.waitForEvent('load');
      await page.locator('.side .row > button[aria-expanded=false]').first().click();
      await reloaded;
      await hydrated(page);
      assert.notEqual(await theme(), before);
    },
  },
];

export const earlyCases = [...keys, ...controls, ...failures];
