/** The library's tools: calculators, the plot to drag, the timeline, the portrait maker; their state in the address, and without script. */
import { assert, assertQuiet, gate, hydrated, open, queryIs, settled } from './support.mjs';

const DAMAGE = '/combat-mechanics/damage/damage-formula';
const GAUGE = '/combat-mechanics/elemental-effects/elemental-gauge-theory';
const TOOLS = '/resources/tools';
const PORTRAITS = '/resources/tools/portraits';
const ISLAND_BUDGET = 12 * 1024;

/** Scrolls a tool into view and waits until its controls work. */
async function alive(page, name) {
  const island = page.locator(`[data-island=${name}]`).first();
  await island.scrollIntoViewIfNeeded();
  await island.locator('fieldset.tool-controls:not([data-served])').waitFor();
  return island;
}

export const toolCases = [
  {
    name: 'tools::a calculator works before it is scrolled to',
    async run({ page, base }) {
      await open(page, base, DAMAGE);
      await page
        .locator('[data-island=DamageCalculator] fieldset.tool-controls:not([data-served])')
        .waitFor({ state: 'attached' });
      assert.equal(await page.evaluate(() => window.scrollY), 0);
    },
  },
  {
    name: 'tools::a key that enters the page makes its calculators work, also on a busy machine',
    async run({ page, base }) {
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0;
      });
      await page.goto(base + DAMAGE);
      // The first key starts the interface.
      await page.keyboard.press('Tab');
      await hydrated(page);
      assert.equal(await page.locator('fieldset.tool-controls[data-served]').count(), 1);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.locator('fieldset.tool-controls:not([data-served])').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'tools::each tool has a heading and stands in the contents',
    async run({ page, base }) {
      const MECHANICS = '/combat-mechanics/elemental-effects';
      for (const [path, name] of [
        [DAMAGE, 'Damage Calculator'],
        [`${MECHANICS}/amplifying-reactions`, 'Amplifying Reaction Calculator'],
        [`${MECHANICS}/additive-reactions`, 'Additive Reaction Calculator'],
        [`${MECHANICS}/transformative-reactions`, 'Transformative Reaction Calculator'],
        [GAUGE, 'Aura Decay Plot'],
        [TOOLS, 'Gauge Timeline'],
      ]) {
        await open(page, base, path);
        await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name }).waitFor();
        const above = await page.evaluate(() => {
          const tool = document.querySelector('.tool');
          const heads = [...document.querySelectorAll('main :is(h2,h3)')];
          return heads.filter((head) => head.compareDocumentPosition(tool) & 4).at(-1)?.textContent;
        });
        assert.equal(above, name);
      }
    },
  },
  {
    name: 'tools::a hit opens as its address says, and keeps what others put there',
    async run({ page, base, seen }) {
      await open(page, base, `${DAMAGE}?ability=q&resdown=40`);
      const island = await alive(page, 'DamageCalculator');
      assert.equal(await island.getByLabel('RES reduction').inputValue(), '40');
      const before = await island.locator('output strong').innerText();
      await island.getByLabel('Not critical').check();
      assert.notEqual(await island.locator('output strong').innerText(), before);
      await queryIs(page, '?ability=q&crit=plain&resdown=40');
      assertQuiet(seen);
    },
  },
  {
    name: 'tools::a link with a state shows no other figure first',
    async run({ page, base }) {
      const result = page.locator('.tool output strong').first();
      const script = gate();
      await page.route(/DamageCalculator-/, async (route) => {
        await script.opened;
        await route.continue();
      });
      await page.goto(base + DAMAGE);
      const served = await result.innerText();
      assert.ok(await result.isVisible(), 'the figure of the example is shown');
      const asked = page.waitForRequest(/DamageCalculator-/);
      await page.goto(`${base}${DAMAGE}?talent=218`);
      assert.ok(await result.isHidden(), 'the figure of the example is not shown');
      await asked;
      script.open();
      await result.waitFor();
      assert.notEqual(await result.innerText(), served);
    },
  },
  {
    name: 'tools::a tool whose script is lost is shown as it was served, and works when it comes into view again',
    async run({ page, base }) {
      await page.route(/DamageCalculator-/, (route) => route.abort());
      await page.goto(`${base}${DAMAGE}?talent=218`);
      await page.locator('.tool output strong').first().waitFor();
      assert.equal(await page.getByRole('heading', { name: 'This page crashed.' }).count(), 0);
      assert.equal(await page.locator('fieldset.tool-controls[data-served]').count(), 1);
      await hydrated(page);
      await page.unroute(/DamageCalculator-/);
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      await settled(page);
      await alive(page, 'DamageCalculator');
    },
  },
  {
    name: 'tools::a query marks the page it belongs to, also after a switch',
    async run({ page, base }) {
      const isMarked = () => page.evaluate(() => 'query' in document.documentElement.dataset);
      await open(page, base, '/combat-mechanics?utm_source=x');
      assert.equal(await isMarked(), true);
      await page.locator(`main a[href="/combat-mechanics/damage"]`).first().click();
      await page.waitForFunction(() => window.location.pathname === '/combat-mechanics/damage');
      await page.waitForFunction(() => !('query' in document.documentElement.dataset));
    },
  },
  {
    name: 'tools::the result is in sight while the first field is edited',
    async run({ page, base }) {
      await open(page, base, DAMAGE);
      const island = await alive(page, 'DamageCalculator');
      for (const [width, height] of [
        [1280, 720],
        [390, 844],
      ]) {
        await page.setViewportSize({ width, height });
        await island
          .locator('.tool-groups')
          .evaluate((groups) => groups.scrollIntoView({ block: 'start', behavior: 'instant' }));
        const { top, bottom } = await island
          .locator('output')
          .first()
          .evaluate((output) => output.getBoundingClientRect().toJSON());
        assert.ok(top >= 0 && bottom <= height, `${width}: ${top} to ${bottom}`);
      }
    },
  },
  {
    name: 'tools::the words of a choice are never cut',
    async run({ page, base }) {
      await open(page, base, DAMAGE);
      const island = await alive(page, 'DamageCalculator');
      for (const width of [320, 390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const cut = await island.locator('.tool-groups select').evaluateAll((selects) =>
          selects
            .map((select) => {
              const copy = select.cloneNode(true);
              copy.style.cssText = 'inline-size:auto;position:absolute;visibility:hidden';
              select.after(copy);
              const needed = copy.offsetWidth;
              copy.remove();
              return [select.offsetWidth, needed];
            })
            .filter(([own, needed]) => own < needed),
        );
        assert.deepEqual(cut, [], `${width}`);
      }
    },
  },
  {
    name: 'tools::a hit is filled in from the library, whose figures are loaded when they are asked for',
    async run({ page, base, seen }) {
      const asked = [];
      page.on('request', (request) => {
        if (request.url().includes('/presets/')) asked.push(new URL(request.url()).pathname);
      });
      await open(page, base, DAMAGE);
      const island = await alive(page, 'DamageCalculator');
      assert.deepEqual(asked, []);
      await island.getByText('Fill in from the library').press('Enter');
      await island.getByRole('combobox', { name: 'Character', exact: true }).selectOption('Ganyu');
      await island.getByLabel('Talent and hit').selectOption('Attack: Frostflake Arrow Bloom DMG');
      assert.equal(await island.getByLabel('Talent value').inputValue(), '370');
      assert.deepEqual(asked, ['/presets/index.json', '/presets/cryo.json']);
      await page.waitForFunction(() => location.search.includes('talent=370'));
      assertQuiet(seen);
    },
  },
  {
    name: 'tools::what was picked from the library is there after a reload, and after Back',
    async run({ page, base }) {
      await open(page, base, DAMAGE);
      const island = await alive(page, 'DamageCalculator');
      await island.getByText('Fill in from the library').press('Enter');
      const character = island.getByRole('combobox', { name: 'Character', exact: true });
      await character.selectOption('Ganyu');
      const hit = island.getByLabel('Talent and hit');
      await hit.selectOption('Attack: Frostflake Arrow Bloom DMG');
      const enemy = island.getByRole('combobox', { name: 'Enemy', exact: true });
      await enemy.selectOption('Ruin Guard');
      await page.waitForFunction(() => location.search.includes('ruin-guard'));
      const assertPicked = async () => {
        await enemy.waitFor();
        const chosen = [character, hit, enemy];
        const texts = chosen.map((select) => select.evaluate(({ selectedOptions }) => selectedOptions[0].label));
        assert.deepEqual(await Promise.all(texts), ['Ganyu', 'Attack: Frostflake Arrow Bloom DMG', 'Ruin Guard']);
      };
      await page.reload();
      await assertPicked();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Enemies' }).click();
      await page.waitForURL('**/enemy-data');
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Enemy Data');
      await page.goBack();
      await page.waitForURL('**/damage-formula?**');
      await assertPicked();
    },
  },
  {
    name: 'tools::what is typed and is no number of its field has a message, and no result',
    async run({ page, base }) {
      await open(page, base, DAMAGE);
      const island = await alive(page, 'DamageCalculator');
      const field = island.getByLabel('Talent value');
      const result = island.locator('output').first();
      const served = await result.innerText();
      for (const text of ['', '-50', '1e999', '1e308']) {
        await field.fill('');
        await field.pressSequentially(text);
        assert.match(await result.innerText(), /^Damage\s+—\s+no result: correct Talent value/, text);
        assert.equal(await field.getAttribute('aria-invalid'), 'true', text);
        const message = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
        assert.equal(await message.innerText(), 'Enter a number from 0 to 10,000,000.');
      }
      await field.fill('200');
      assert.equal(await result.innerText(), served);
    },
  },
  {
    name: 'tools::the start of the decay is dragged, and moved by keys',
    async run({ page, base, seen }) {
      await open(page, base, GAUGE);
      const handle = (await alive(page, 'GaugeDecay')).getByRole('slider');
      await handle.scrollIntoViewIfNeeded();
      const box = await handle.boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 400, { steps: 6 });
      await page.mouse.up();
      const valueIs = (slider, value) => slider.and(page.locator(`[aria-valuenow="${value}"]`)).waitFor();
      await valueIs(handle, 4);
      await handle.press('Home');
      await handle.press('ArrowUp');
      await queryIs(page, '?gauge=0.75');
      await page.reload();
      await valueIs((await alive(page, 'GaugeDecay')).getByRole('slider'), 0.75);
      assertQuiet(seen);
    },
  },
  {
    name: 'tools::a timeline is changed by keyboard alone',
    async run({ page, base, seen }) {
      await open(page, base, `${TOOLS}?hits=hydro-1-0_electro-1-0`);
      const island = await alive(page, 'GaugeTimeline');
      assert.equal(await island.locator('tbody tr').count(), 3);
      await island.getByRole('button', { name: 'Add an application' }).focus();
      await page.keyboard.press('Enter');
      await queryIs(page, '?hits=hydro-1-0_electro-1-0_electro-1-1');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Space');
      await queryIs(page, '?hits=hydro-1-0_electro-1-0');
      assertQuiet(seen);
    },
  },
  {
    name: 'tools::a portrait is saved without a connection',
    async run({ page, context, base }) {
      await open(page, base, `${PORTRAITS}?m4=Ganyu`);
      const island = await alive(page, 'PortraitStudio');
      await context.setOffline(true);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        island.getByRole('button', { name: 'Download PNG' }).click(),
      ]);
      const chunks = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      const file = Buffer.concat(chunks);
      assert.equal(file.subarray(1, 4).toString(), 'PNG');
      assert.equal(file.readUInt32BE(16), 640);
      assert.match(await island.locator('output').innerText(), /Ganyu \(Cryo\)/);
    },
  },
  {
    name: 'tools::without script the worked cases can be read',
    options: { javaScriptEnabled: false },
    async run({ page, base }) {
      await page.goto(base + DAMAGE);
      assert.equal(await page.locator('.tool output strong').innerText(), '11,893');
      assert.equal(await page.locator('.tool :is(input, select, button):not([inert])').count(), 0);
      assert.ok(await page.getByRole('button', { name: 'Copy link' }).isHidden());
      await page.goto(base + TOOLS);
      assert.ok(await page.getByRole('cell', { name: 'Vaporize, takes 0.716U Pyro' }).isVisible());
      await page.goto(base + PORTRAITS);
      assert.ok(await page.getByRole('img', { name: /^Team of 4/ }).isVisible());
    },
  },
  {
    name: 'tools::each tool is a small script',
    async run({ page, context, base }) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      let names = new Map();
      let total = 0;
      session.on(
        'Network.responseReceived',
        ({ requestId, type, response }) => type === 'Script' && names.set(requestId, response.url),
      );
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        // Scripts of the interface are no part of a tool.
        const isInterface = /\/(?:entry|interface|islands|analytics|renderInSlices|enhance[A-Z][a-z]*)-/;
        if (names.has(requestId) && !isInterface.test(names.get(requestId))) total += encodedDataLength;
      });
      for (const [path, name] of [
        [DAMAGE, 'DamageCalculator'],
        [GAUGE, 'GaugeDecay'],
        [TOOLS, 'GaugeTimeline'],
        [PORTRAITS, 'PortraitStudio'],
      ]) {
        [names, total] = [new Map(), 0];
        await open(page, base, path);
        await alive(page, name);
        assert.ok(total <= ISLAND_BUDGET, `${name}: ${total} B`);
      }
    },
  },
];
