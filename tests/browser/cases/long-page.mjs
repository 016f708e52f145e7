/** Long pages, of which the browser renders the start first and the rest when it is idle. */
import { assert, open, until } from './support.mjs';

const PAGE = '/equipment/weapons/catalysts';
/** Idle callbacks wait until the case runs them. */
async function holdIdle(page) {
  await page.addInitScript(() => {
    window.__idle = [];
    window.requestIdleCallback = (run) => window.__idle.push(run);
  });
}

const runIdle = (page) => page.evaluate(() => window.__idle.splice(0).forEach((run) => run()));
/** Whether the rest of the page is left out. */
const isSliced = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main .md > *, main .md [style*="content-visibility"]')].some(
      (block) => getComputedStyle(block).contentVisibility !== 'visible',
    ),
  );
/** Whether the last table is rendered: the block around it has a box in any case. */
const isRendered = (page) =>
  page.evaluate(() => {
    const cells = document.querySelectorAll('main .md > [data-island] td');
    return cells[cells.length - 1].checkVisibility({ contentVisibilityAuto: true });
  });
const height = (page) => page.evaluate(() => document.documentElement.scrollHeight);
const lastHeading = (page) => page.locator('main .md > :is(h2,h3)').last();

/** Runs in the page: how many blocks are left out, and the place of the first. */
function notRendered() {
  const left = [...document.querySelectorAll('main .md [style*="content-visibility"]')].filter((block) => {
    const inner = block.firstElementChild;
    const isLeft = inner !== null && !inner.checkVisibility({ contentVisibilityAuto: true });
    return isLeft && getComputedStyle(block).contentVisibility !== 'visible';
  });
  return { left: left.length, top: left[0]?.getBoundingClientRect().top };
}

/** Runs in the page: `notRendered` in the first frame of another page. */
function firstFrame(path) {
  return new Promise((resolve) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = path;
    const observer = new MutationObserver(() => {
      observer.disconnect();
      link.remove();
      requestAnimationFrame(() => resolve(window.notRendered()));
    });
    observer.observe(document.querySelector('main'), { childList: true });
    link.click();
  });
}

/** Opens a short page whose interface works, and from which long ones are opened. */
async function openHeldIdle(page, base) {
  await holdIdle(page);
  await page.addInitScript(`window.notRendered = ${notRendered}`);
  await open(page, base, '/theorycrafting');
  await page.hover('nav.navbar a >> nth=0');
  await page.waitForSelector('html[data-has-hydrated]', { state: 'attached' });
}

/** Runs in the page: the first heading in view. */
function inView() {
  const headings = [...document.querySelectorAll('main .md :is(h2,h3)')];
  const first = headings.find((one) => one.getBoundingClientRect().top > 0);
  return { text: first.textContent, top: Math.round(first.getBoundingClientRect().top) };
}

/** Runs in the page: where the heading with a text stands; NaN if the page has none. */
function topOf(text) {
  const all = [...document.querySelectorAll('main .md :is(h2,h3)')];
  return Math.round(all.find((one) => one.textContent === text)?.getBoundingClientRect().top ?? Number.NaN);
}

export const longPageCases = [
  {
    name: 'long page::the rest is rendered when the browser is idle, and then heights are exact',
    async run({ page, base }) {
      await holdIdle(page);
      await open(page, base, PAGE);
      assert.equal(await isSliced(page), true);
      assert.equal(await isRendered(page), false);
      assert.equal(
        await lastHeading(page).evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true })),
        true,
      );
      await until(async () => {
        await runIdle(page);
        return !(await isSliced(page)) && (await isRendered(page));
      });
      const sliced = await height(page);
      await page.reload({ waitUntil: 'load' });
      assert.equal(await isSliced(page), false);
      assert.equal(await isRendered(page), true);
      // Islands change heights by fractions of a pixel when they hydrate, which happens when the browser is idle.
      await until(async () => {
        await runIdle(page);
        return (await height(page)) === sliced;
      });
    },
  },
  {
    name: 'long page::a jump to a heading and Back find the same place before the rest is rendered',
    async run({ page, base }) {
      await holdIdle(page);
      await open(page, base, PAGE);
      const id = await lastHeading(page).getAttribute('id');
      const title = await page.locator('main h1').textContent();
      const top = () => lastHeading(page).evaluate((one) => Math.round(one.getBoundingClientRect().top));
      const jump = page.locator(`nav.toc a[href="#${id}"]`);
      // The interface is loaded for a pointer; before that the browser jumps by itself, and the rest waits until it is idle.
      await jump.hover();
      await page.waitForSelector('html[data-has-hydrated]', { state: 'attached' });
      await jump.click();
      await page.waitForURL(`**${PAGE}#${id}`);
      await until(async () => !(await isSliced(page)));
      const isInView = (y) => y >= 0 && y < 800;
      await until(async () => isInView(await top()));
      // The script may still move the page after a jump that the browser made by itself: what counts is the place that is left.
      await page.evaluate((id) => {
        const record = () => (window.__left = Math.round(document.getElementById(id).getBoundingClientRect().top));
        window.addEventListener('click', record, { capture: true, once: true });
      }, id);
      await page.getByRole('navigation', { name: 'Docs pages' }).getByRole('link').last().click();
      await page.waitForFunction((title) => document.querySelector('main h1')?.textContent !== title, title);
      await page.goBack();
      await page.waitForURL(`**${PAGE}#${id}`);
      const left = await page.evaluate(() => window.__left);
      await until(async () => Math.abs((await top()) - left) <= 1);
    },
  },
  {
    name: 'long page::Back finds the same place although what is above it was never rendered',
    async run({ page, base }) {
      await openHeldIdle(page, base);
      for (const [path, part] of [
        [PAGE, 'h2, main .md > h3'],
        ['/characters/cryo/ganyu', 'h2'],
      ]) {
        await page.evaluate(firstFrame, path);
        // Without the steps of a wheel, which would render all that they pass.
        await page.evaluate((part) => {
          const all = document.querySelectorAll(`main .md > ${part}`);
          all[all.length - 2].scrollIntoView({ behavior: 'instant' });
        }, part);
        await page.waitForTimeout(300);
        const seen = await page.evaluate(inView);
        assert.ok((await page.evaluate(notRendered)).left > 0, `${path} is rendered as a whole`);
        await page.evaluate(firstFrame, '/theorycrafting');
        await page.goBack();
        await page.waitForURL(`**${path}`);
        await until(async () => Math.abs((await page.evaluate(topOf, seen.text)) - seen.top) <= 1);
      }
    },
  },
  {
    name: 'long page::Back from another document finds the place of a page that was not rendered as a whole',
    async run({ page, base }) {
      await holdIdle(page);
      await page.goto(`${base}${PAGE}`);
      await page.hover('nav.navbar a >> nth=0');
      await page.waitForSelector('html[data-has-hydrated]', { state: 'attached' });
      assert.ok(await isSliced(page));
      await page.evaluate(() => {
        const all = document.querySelectorAll('main .md > h3');
        all[all.length - 4].scrollIntoView({ behavior: 'instant' });
      });
      await page.waitForTimeout(300);
      const seen = await page.evaluate(inView);
      await page.goto(`${base}/tcg`);
      await page.goBack({ waitUntil: 'load' });
      await page.waitForURL(`**${PAGE}`);
      await until(async () => Math.abs((await page.evaluate(topOf, seen.text)) - seen.top) <= 1);
    },
  },
  {
    name: 'long page::heights are exact before a link to a heading of the page jumps',
    async run({ page, base }) {
      await openHeldIdle(page, base);
      await page.evaluate(firstFrame, PAGE);
      const [before, after] = await page
        .locator('nav.toc a')
        .last()
        .evaluate((link) => {
          const before = window.notRendered().left;
          link.click();
          return [before, window.notRendered().left];
        });
      assert.ok(before > 0, 'the page is rendered as a whole');
      assert.equal(after, 0);
    },
  },
  {
    name: 'long page::an address with a hash is rendered as a whole, and so is a page without script',
    async run({ page, base, context }) {
      await open(page, base, `${PAGE}#the-widsith`);
      assert.equal(await isSliced(page), false);
      assert.equal(await isRendered(page), true);
      const plain = await context.browser().newContext({ javaScriptEnabled: false });
      const other = await plain.newPage();
      await other.goto(base + PAGE);
      assert.equal(await other.locator('html[data-sliced]').count(), 0);
      await plain.close();
    },
  },
  {
    name: 'long page::a page that is navigated to renders what fills the window, and the rest after its paint',
    async run({ page, base }) {
      await holdIdle(page);
      await page.addInitScript(`window.notRendered = ${notRendered}`);
      await open(page, base, '/characters/cryo/diona');
      for (const [path, height] of [
        ['/characters/cryo/ganyu', 800],
        ['/evidence/characters/electro/razor', 800],
        ['/evidence/characters/electro/razor', 1600],
        [PAGE, 800],
        // One large box, of which the parts count.
        ['/characters', 800],
      ]) {
        await page.setViewportSize({ width: 1280, height });
        const { left, top } = await page.evaluate(firstFrame, path);
        assert.ok(left > 0, `${path} is rendered as a whole`);
        assert.ok(top >= height, `${path}: a block at ${top} is left out of a window of ${height}`);
        await until(async () => {
          await runIdle(page);
          return !(await isSliced(page));
        });
        assert.equal((await page.evaluate(notRendered)).left, 0);
        await page.evaluate(firstFrame, '/theorycrafting');
      }
    },
  },
  {
    name: 'long page::print shows all of it',
    async run({ page, base }) {
      await holdIdle(page);
      await open(page, base, PAGE);
      assert.equal(await isRendered(page), false);
      await page.emulateMedia({ media: 'print' });
      await until(() => isRendered(page));
    },
  },
];
