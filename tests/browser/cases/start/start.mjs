/**
 * The interface is fetched when the browser is idle, and runs some time later, at the first sign of use, or when the page needs it;
 * what a reader does before it works is done again. Most cases hold its script back.
 */
import {
  assert,
  gate,
  heading,
  INTERFACE,
  interfaceWorks,
  openHeld,
  openSite,
  openTyped,
  queryIs,
  searchText,
  settled,
} from '../support.mjs';

const CHARACTER = '/characters/cryo/ganyu';

/** The browser is never idle, and the timeout for that does not end: the interface comes only if something asks for it. */
async function neverIdle(page) {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
    const { setTimeout } = window;
    window.setTimeout = (run, delay, ...values) => (delay >= 2000 ? 0 : setTimeout(run, delay, ...values));
  });
}

const TRACED = 'devtools.timeline,disabled-by-default-devtools.timeline.stack';

/** How many boxes each layout had that a script asked for meanwhile: the browser may lay out by itself at any time. */
async function layoutsOf(page, run) {
  const session = await page.context().newCDPSession(page);
  const boxes = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value)
      if (name === 'Layout' && args.beginData?.stackTrace) boxes.push(args.beginData.totalObjects);
  });
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: TRACED });
  await run();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return boxes;
}

const actions = [
  {
    name: 'start::keys typed before the interface works open the search with their text',
    async run({ page, base }) {
      const release = await openTyped(page, base + CHARACTER, 'charged  shot');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await release();
      assert.equal(await searchText(page), 'charged  sh');
    },
  },
  {
    name: 'start::Ctrl+K and the search button open the search once the interface works',
    async run({ page, base }) {
      for (const act of [() => page.keyboard.press('Control+k'), () => page.locator('.sbtn.js').click()]) {
        const release = await openHeld(page, base + CHARACTER);
        await act();
        await release();
        assert.equal(await searchText(page), '');
      }
    },
  },
  {
    name: 'start::text in a search field of the page opens the search with it',
    async run({ page, base }) {
      const release = await openHeld(page, `${base}/`);
      await page.locator('[data-search-field]').pressSequentially('ganyu');
      await release();
      assert.equal(await searchText(page), 'ganyu');
    },
  },
  {
    name: 'start::buttons pressed before the interface works act once it does',
    async run({ page, base }) {
      const release = await openHeld(page, base + CHARACTER);
      const before = await page.locator('html').getAttribute('data-theme');
      await page.locator('.navbar .mode').click();
      const caret = page.locator('.side .row > button[aria-expanded=false]').first();
      const [, name] = /'(.+)'/.exec(await caret.getAttribute('aria-label'));
      await caret.click();
      await release();
      await page.waitForFunction((old) => document.documentElement.dataset.theme !== old, before);
      await page
        .locator('.side')
        .getByRole('button', { name: `Collapse sidebar category '${name}'` })
        .waitFor();
    },
  },
  {
    name: 'start::the menu button of a small window opens the menu',
    options: { viewport: { width: 390, height: 800 } },
    async run({ page, base }) {
      const release = await openHeld(page, base + CHARACTER);
      await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
      await release();
      await page.locator('.menu-box[data-state=open] .menu').waitFor();
    },
  },
  {
    name: 'start::letters in the field of the sidebar filter it',
    async run({ page, base }) {
      const release = await openHeld(page, base + CHARACTER);
      const field = page.locator('.side .tree-filter input');
      await field.pressSequentially('albedo');
      await release();
      await page.locator('.side').getByRole('link', { name: 'Albedo' }).first().waitFor();
      assert.equal(await field.inputValue(), 'albedo');
    },
  },
  {
    name: 'start::a tab that is clicked before it works is selected',
    async run({ page, base }) {
      const release = await openHeld(page, base + CHARACTER);
      const tab = page.locator('main [role=tab][aria-selected=false]').first();
      await tab.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await tab.boundingBox();
      const id = await tab.getAttribute('id');
      await page.mouse.click(x + width / 2, y + height / 2);
      await release();
      await page.locator(`[id="${id}"][aria-selected=true]`).waitFor();
    },
  },
  {
    name: 'start::a field of an island that is clicked before it works gets the focus',
    async run({ page, base }) {
      const release = await openHeld(page, `${base}/combat-mechanics/damage/damage-formula`);
      const field = page.locator('[data-island=DamageCalculator] input[type=number]').first();
      const handle = await field.elementHandle();
      await field.click();
      await release();
      await page.waitForFunction((node) => document.activeElement === node, handle);
    },
  },
  {
    name: 'start::a dropdown below the mouse opens, and one that a key opened has the focus in it',
    async run({ page, site }) {
      const nav = page.getByRole('navigation', { name: 'Main' });
      let release = await openHeld(page, `${site}/`);
      await nav.getByRole('button', { name: 'More' }).hover();
      await release();
      await nav.getByRole('link', { name: 'Long' }).waitFor();
      await page.mouse.move(5, 500);
      release = await openHeld(page, `${site}/`);
      await nav.getByRole('button', { name: 'More' }).press('ArrowDown');
      await release();
      await page.waitForFunction(() => document.activeElement.textContent === 'Long');
    },
  },
  {
    name: 'start::links and disclosures work without the interface',
    async run({ page, base }) {
      await openHeld(page, `${base}/combat-mechanics/damage/damage-formula`);
      const box = page.locator('main details:not([open])').first();
      await box.locator('summary').first().click();
      assert.ok(await page.locator('main details[open]').count());
      await page.locator('.navbar .brand').click();
      await page.waitForURL(`${base}/`);
      assert.equal(await heading(page), 'Theorycrafting Library');
    },
  },
];

const starts = [
  {
    name: 'start::no script has a parsed document laid out before its style sheet has come',
    async run({ page, base }) {
      const { opened, open } = gate();
      await page.route('**/*.css', async (route) => {
        await opened;
        await route.continue();
      });
      const layouts = await layoutsOf(page, async () => {
        await page.goto(base + CHARACTER, { waitUntil: 'commit' });
        await page.waitForFunction(() => document.readyState !== 'loading', null, { polling: 50 });
        assert.equal(await page.evaluate(() => document.querySelectorAll('main .md > *').length > 10), true);
      });
      assert.deepEqual(
        layouts.filter((boxes) => boxes > 100),
        [],
      );
      open();
      await page.waitForLoadState('load');
      await page.waitForFunction(() => 'started' in document.documentElement.dataset);
    },
  },
  {
    name: 'start::the interface comes after the page without a sign of use',
    async run({ page, base }) {
      await page.goto(`${base}/characters/cryo`, { waitUntil: 'load' });
      await interfaceWorks(page);
      const isLate = await page.evaluate(() => {
        const { loadEventStart } = performance.getEntriesByType('navigation')[0];
        const script = performance.getEntriesByType('resource').find(({ name }) => /\/interface-/.test(name));
        return script.startTime >= loadEventStart;
      });
      assert.ok(isLate, 'the interface was requested before the page had loaded');
    },
  },
  {
    name: 'start::on a busy machine a pointer over a link, a key or a focus fetches the interface, and nothing else does',
    async run({ page, base, seen }) {
      await neverIdle(page);
      for (const act of [
        () => page.locator('.navbar .brand').hover(),
        () => page.keyboard.press('Shift'),
        () => page.locator('.navbar .brand').focus(),
      ]) {
        await page.mouse.move(640, 790);
        await page.goto(`${base}/characters/cryo`, { waitUntil: 'load' });
        await page.waitForFunction(() => 'started' in document.documentElement.dataset);
        seen.requests.length = 0;
        await page.mouse.wheel(0, 100);
        await page.waitForFunction(() => window.scrollY > 0);
        assert.ok(!seen.requests.some((url) => INTERFACE.test(url)), 'scrolling fetched the interface');
        await act();
        await interfaceWorks(page);
      }
    },
  },
  {
    name: 'start::a page that needs the interface gets it at once',
    async run({ page, base }) {
      await neverIdle(page);
      for (const path of ['/search?q=ganyu', '/combat-mechanics/damage/damage-formula?x=1', '/resources/tools']) {
        await page.goto(base + path);
        await interfaceWorks(page);
      }
    },
  },
  {
    name: 'start::a filter is complete as it is served, and gets the interface when it is used',
    async run({ page, base, seen }) {
      await neverIdle(page);
      await page.goto(`${base}/enemy-data`, { waitUntil: 'load' });
      await page.waitForFunction(() => 'started' in document.documentElement.dataset);
      await settled(page);
      assert.equal(await page.locator('[data-island][data-hydrate-on=use]').count(), 1);
      assert.ok(!seen.requests.some((url) => INTERFACE.test(url)), 'the page fetched the interface');
      const places = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('main a, .filter-bar *')].map((one) =>
            JSON.stringify(one.getBoundingClientRect()),
          ),
        );
      const before = await places();
      await page.keyboard.press('Shift');
      await interfaceWorks(page);
      await page.waitForSelector('[data-island=Filter][data-live]');
      await settled(page);
      assert.deepEqual(await places(), before, 'something moves when the page is hydrated');
      await page.locator('.filter-bar input').first().fill('slime');
      await queryIs(page, '?find=slime');
    },
  },
  {
    name: 'start::the interface of a site with dropdowns comes by itself, too',
    async run({ page, site }) {
      await openSite(page, site);
      assert.equal(await page.locator('html[data-started]').count(), 1);
    },
  },
];

export const startCases = [...actions, ...starts];
