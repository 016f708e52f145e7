/** The library's own islands: sliders and filters work, keep what was chosen, stay small, and hide nothing from anybody. */
import { assert, assertQuiet, open, queryIs, readData, settled, until } from './support.mjs';

const CHARACTER = '/characters/cryo/ganyu';
const WEAPONS = '/equipment/weapons';
const ISLAND_BUDGET = 12 * 1024;

const shownRows = (page) => page.locator('main tbody tr:not([hidden])');

/** Scrolls an island that holds `inside` into view and waits until it is alive. */
async function alive(page, inside) {
  const island = page.locator(`[data-island]:has(${inside})`).first();
  await island.scrollIntoViewIfNeeded();
  await page.locator(`[data-island][data-live]:has(${inside})`).first().waitFor();
  return island;
}

/** Runs in the page: formulas that leave the window and are in no box that scrolls sideways. */
function cutFormulas() {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const formulas = [...document.querySelectorAll('main math')].filter((math) => math.checkVisibility());
  const isScrolled = (math) => {
    for (let box = math.parentElement; box !== null; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
    return false;
  };
  const right = (math) =>
    Math.max(...[math, ...math.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right));
  const cut = formulas.filter((math) => !isScrolled(math) && right(math) > innerWidth);
  return { count: formulas.length, cut: cut.map(({ textContent }) => textContent) };
}

export const libraryCases = [
  {
    name: 'library::stats follow the slider',
    async run({ page, base, seen }) {
      await open(page, base, CHARACTER);
      const island = await alive(page, '.panel');
      assert.equal(await island.locator('dd').first().innerText(), '9,797');
      await island.locator('input').press('Home');
      assert.equal(await island.locator('dd').first().innerText(), '763');
      assertQuiet(seen);
    },
  },
  ...[1280, 390].map((width) => ({
    name: `library::a character is known at a glance at ${width} px`,
    options: { viewport: { width, height: 844 } },
    async run({ page, base }) {
      await open(page, base, CHARACTER);
      const boxOf = (selector) => page.locator(selector).first().boundingBox();
      const [title, medallion] = [await boxOf('main h1'), await boxOf('.medallion')];
      assert.ok(medallion.y < title.y + title.height, `the medallion begins at ${medallion.y}, below the title`);
      const letters = await page.locator('main h1').evaluate((h1) => {
        const range = document.createRange();
        range.selectNodeContents(h1);
        return range.getBoundingClientRect().left;
      });
      assert.ok(medallion.x + medallion.width <= letters, 'the title is over the medallion');
      const entries = Object.keys(readData('evidence/characters/cryo/ganyu.json').entries).length;
      await page
        .locator('.identity')
        .getByRole('link', { name: `${entries} entries` })
        .waitFor();
      // All constellations are in the page, not in tabs, and the table of all phases is folded.
      const names = page.getByRole('heading', { name: /^C[1-6] / });
      assert.equal(await names.count(), 6);
      for (const name of await names.all()) assert.ok(await name.isVisible());
      assert.ok(!(await page.getByRole('region', { name: 'Base stats of Ganyu' }).isVisible()));
      const vault = page.locator('[data-generated]:has(> p > a[href="/evidence/characters/cryo/ganyu"])');
      assert.equal(await vault.locator('li a').count(), entries);
    },
  })),
  {
    name: 'library::each character of the list has a mark beside the name',
    async run({ page, base }) {
      await open(page, base, '/characters');
      const ganyu = page.locator('.roster a[href$="/ganyu"]');
      assert.match(await ganyu.evaluate((link) => getComputedStyle(link, '::before').content), /Ga/);
    },
  },
  {
    name: 'library::the entry that a link leads to is marked, and stale ones are counted once',
    async run({ page, base }) {
      await open(page, base, '/evidence/characters/cryo/ganyu#frostflake-bloom-hitbox-range');
      const title = page.locator('#frostflake-bloom-hitbox-range');
      assert.notEqual(await title.evaluate((one) => getComputedStyle(one).backgroundColor), 'rgba(0, 0, 0, 0)');
      assert.equal(await page.locator('main').getByText('Not tested again since').count(), 0);
      assert.equal(await page.locator('main dt', { hasText: 'Stale' }).count(), 1);
    },
  },
  {
    name: 'library::a talent level is kept while browsing',
    async run({ page, base, seen }) {
      await open(page, base, CHARACTER);
      const island = await alive(page, '.choice');
      await island.locator('input').press('ArrowRight');
      assert.equal(await island.locator('thead .col-on').innerText(), '10');
      await page.locator('nav a[href="/characters/cryo/kaeya"]').first().click();
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Kaeya');
      const other = await alive(page, '.choice');
      await other.locator('thead .col-on').getByText('10', { exact: true }).waitFor();
      assertQuiet(seen);
    },
  },
  {
    name: 'library::a list opens as its address says',
    async run({ page, base, seen }) {
      await open(page, base, `${WEAPONS}?type=Bow&rarity=5&sort=-5`);
      await alive(page, '.filter');
      await page.waitForFunction(() => document.querySelectorAll('main tbody tr:not([hidden])').length < 20);
      const count = await shownRows(page).count();
      assert.ok(count > 5, `${count} rows`);
      const attack = await shownRows(page).locator('td:nth-child(5)').allInnerTexts();
      assert.deepEqual(
        attack,
        [...attack].sort((a, b) => Number(b) - Number(a)),
      );
      await page.locator('main input[type=search]').fill('sky');
      await page.waitForFunction(() => document.querySelectorAll('main tbody tr:not([hidden])').length === 1);
      await queryIs(page, '?type=Bow&rarity=5&sort=-5&find=sky');
      assertQuiet(seen);
    },
  },
  {
    name: 'library::what is typed into the search field of the home page is searched',
    async run({ page, base, seen }) {
      await open(page, base, '/');
      await page.locator('main').getByRole('searchbox').pressSequentially('ganyu');
      await page.getByRole('dialog').waitFor();
      await page.waitForFunction(() => document.querySelector('dialog input, [role=dialog] input')?.value === 'ganyu');
      assert.equal(await page.locator('main input[type=search]').inputValue(), '');
      assertQuiet(seen);
    },
  },
  {
    name: 'library::a word of an input method is searched when it is finished',
    async run({ page, context, base }) {
      await open(page, base, '/');
      const field = page.locator('main').getByRole('searchbox');
      await field.focus();
      const session = await context.newCDPSession(page);
      const compose = (text) =>
        session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      for (const text of ['g', 'ga', 'gan']) {
        await compose(text);
        await settled(page);
        assert.equal(await field.inputValue(), text);
      }
      assert.equal(await page.getByRole('dialog').count(), 0);
      await session.send('Input.insertText', { text: 'ganyu' });
      await page.waitForFunction(() => document.querySelector('dialog input')?.value === 'ganyu');
    },
  },
  {
    name: 'library::without the search’s script, the search page gets what was typed on the home page',
    async run({ page, base }) {
      await page.route(/\/assets\/modal-/, (route) => route.abort());
      await open(page, base, '/');
      await page.locator('main').getByRole('searchbox').fill('hu tao');
      await page.waitForURL('**/search?q=hu%20tao');
      await page.waitForFunction(() => document.querySelector('main input[type=search]')?.value === 'hu tao');
    },
  },
  {
    name: 'library::the home page works without script',
    options: { javaScriptEnabled: false },
    async run({ page, base }) {
      await page.goto(`${base}/`);
      const cards = await page.locator('main .card p').allInnerTexts();
      const sizeOf = (entries) => Object.keys(entries).length;
      const types = ['bows', 'catalysts', 'claymores', 'polearms', 'swords'];
      const weapons = types.map((type) => sizeOf(readData(`weapons/${type}.json`).weapons)).reduce((a, b) => a + b);
      const text = `${weapons} weapons and ${sizeOf(readData('artifacts.json').sets)} artifact sets`;
      assert.ok(cards.includes(text), `${text} in ${cards.join('; ')}`);
      for (const title of ['Newest evidence', 'Newsletter']) {
        const list = page.getByRole('region', { name: title });
        assert.equal(await list.getByRole('listitem').count(), 6);
        const dates = await list.locator('time').evaluateAll((times) => times.map((time) => time.dateTime));
        assert.deepEqual(dates, [...dates].sort().reverse());
        const found = await page.request.get(base + (await list.getByRole('link').first().getAttribute('href')));
        assert.equal(found.status(), 200);
      }
      await page.locator('main').getByRole('searchbox').fill('ganyu');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/search?q=ganyu');
    },
  },
  {
    name: 'library::the navbar marks the section of the page, and nothing on the home page',
    async run({ page, base }) {
      const marked = () => page.locator('.navbar-in .nl.on').allInnerTexts();
      for (const [path, section] of [
        ['/', []],
        ['/characters/cryo/ganyu', ['Characters']],
        ['/equipment/weapons/bows', ['Equipment']],
        ['/enemy-data/automatons/ruin-guard', ['Enemies']],
        ['/combat-mechanics/internal-cooldown', ['Mechanics']],
        ['/general-mechanics/housing', ['Mechanics']],
        ['/theorycrafting', ['Mechanics']],
        ['/evidence/characters/cryo/ganyu', ['Evidence']],
        ['/resources/tools', ['Resources']],
      ]) {
        await open(page, base, path);
        assert.deepEqual(await marked(), section, path);
      }
    },
  },
  ...[997, 1100, 1280].map((width) => ({
    name: `library::the navbar fits a window of ${width} px`,
    options: { viewport: { width, height: 800 } },
    async run({ page, base }) {
      await open(page, base, '/');
      const ends = await page
        .locator('.navbar-in > *:visible')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width > 0));
      for (const [at, box] of ends.entries()) {
        assert.ok(box.right <= width, `${box.right}`);
        if (at > 0) assert.ok(box.left >= ends[at - 1].right - 1, JSON.stringify(ends));
      }
    },
  })),
  {
    name: 'library::a formula breaks at its factors on a phone, and each of them leads to a section',
    options: { viewport: { width: 390, height: 800 } },
    async run({ page, base }) {
      await open(page, base, '/combat-mechanics/damage/damage-formula');
      const formula = page.locator('.formula').first();
      const names = await formula.locator('.factor-name a').allInnerTexts();
      assert.equal(names.length, 6);
      assert.deepEqual(await formula.locator('dt').allInnerTexts(), names);
      const lines = await formula
        .locator('.factor')
        .evaluateAll(
          (factors) => new Set(factors.map((factor) => Math.round(factor.getBoundingClientRect().top))).size,
        );
      assert.ok(lines >= 4, `${lines} lines`);
      const targets = await formula
        .locator('.factor-name a')
        .evaluateAll((links) => links.map((link) => document.getElementById(link.hash.slice(1))?.tagName));
      assert.deepEqual([...new Set(targets)], ['H2']);
    },
  },
  {
    name: 'library::a long formula breaks at its operators on a phone',
    options: { viewport: { width: 390, height: 844 } },
    async run({ page, base }) {
      await open(page, base, '/evidence/characters/geo/noelle');
      const boxes = page.locator('.math-display:has(mrow + mrow)');
      assert.ok((await boxes.count()) > 5);
      // Until the font is there, the letters of another one are wider.
      await until(() => boxes.evaluateAll((all) => all.every((box) => box.scrollWidth <= box.clientWidth)));
    },
  },
  {
    name: 'library::the cards of an index have marks of their own',
    async run({ page, base }) {
      for (const [path, least] of [
        ['/enemy-data', 8],
        ['/characters/cryo', 4],
      ]) {
        await open(page, base, path);
        const marks = await page
          .locator('main .card .tile path')
          .evaluateAll((all) => all.map((one) => one.getAttribute('d')));
        assert.ok(new Set(marks).size >= least, `${path}: ${new Set(marks).size} marks of ${marks.length} cards`);
      }
    },
  },
  {
    name: 'library::no formula of any page is cut on a phone: what is wider scrolls inside of its box',
    options: { viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
    async run({ page, base }) {
      const sitemap = await (await fetch(new URL('/sitemap.xml', base))).text();
      let formulas = 0;
      for (const [, url] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
        const { pathname } = new URL(url);
        if (!(await (await fetch(base + pathname)).text()).includes('<math')) continue;
        await page.goto(base + pathname);
        const { count, cut } = await page.evaluate(cutFormulas);
        assert.deepEqual(cut, [], pathname);
        formulas += count;
      }
      assert.ok(formulas > 400, `${formulas} formulas`);
    },
  },
  {
    name: 'library::sections list the entries of the evidence about them, and the links lead to these',
    async run({ page, base }) {
      await open(page, base, CHARACTER);
      const lists = page.locator('main .section-links[data-generated]');
      assert.ok((await lists.count()) >= 3);
      for (const list of await lists.all()) {
        const [said] = (await list.locator('summary').innerText()).match(/\d+/);
        const links = await list.locator('a').evaluateAll((all) => all.map(({ pathname, hash }) => [pathname, hash]));
        assert.equal(links.length, Number(said));
        assert.ok(await list.evaluate((box) => box.previousElementSibling.matches('h2, h3')));
      }
      await lists.first().locator('summary').click();
      const link = lists.first().getByRole('link').last();
      const { hash } = await link.evaluate(({ hash }) => ({ hash }));
      await link.click();
      await page.waitForURL(`**/evidence${CHARACTER}${hash}`);
      const title = page.locator(`[id="${hash.slice(1)}"]`);
      await title.waitFor();
      const { top } = await title.evaluate((heading) => heading.getBoundingClientRect().toJSON());
      assert.ok(top >= 56 && top < 400, `${top}`);
    },
  },
  {
    name: 'library::marks of sorting follow their label on its line, and columns of elements are equal',
    async run({ page, base }) {
      await open(page, base, '/enemy-data');
      await alive(page, '.filter');
      await page.locator('th .sort-mark').first().waitFor();
      const heads = await page.evaluate(() =>
        [...document.querySelectorAll('.compared thead th')].map((head) => {
          const mark = head.querySelector('.sort-mark').getBoundingClientRect();
          const label = document.createRange();
          label.selectNodeContents(head.querySelector('.sort'));
          label.setEndBefore(head.querySelector('.sort-mark'));
          // The name of an element is hidden behind its icon.
          const icon = head.querySelector('.element-icon');
          const texts = [...(icon ? icon.getClientRects() : label.getClientRects())];
          const last = texts.reduce((a, b) => (b.bottom > a.bottom ? b : a));
          return { text: head.textContent, mark, last, cell: head.getBoundingClientRect() };
        }),
      );
      assert.equal(heads.length, 11);
      for (const { text, mark, last, cell } of heads) {
        assert.ok(mark.left >= last.right - 1, `${text}: the mark is after the label`);
        assert.ok(mark.top < last.bottom && mark.bottom > last.top, `${text}: the mark is on the label's line`);
        assert.ok(mark.right <= cell.right, `${text}: the mark is in its cell`);
      }
      const widths = heads.slice(1, 9).map(({ cell }) => Math.round(cell.width));
      assert.ok(Math.max(...widths) - Math.min(...widths) <= 1, `${widths}`);
      const shown = () => page.locator('[aria-sort] .sort-mark path:visible').count();
      await page.locator('thead th button').first().click();
      await page.locator('th[aria-sort=ascending]').waitFor();
      assert.equal(await shown(), 1);
    },
  },
  {
    name: 'library::every figure can be read without script',
    options: { javaScriptEnabled: false },
    async run({ page, base }) {
      await page.goto(base + WEAPONS);
      assert.equal(await shownRows(page).count(), 233);
      await page.goto(base + CHARACTER);
      const levels = await page.locator('.choice table').first().locator('thead th').count();
      assert.ok(levels > 10, `${levels} columns`);
      await page.locator('summary', { hasText: 'ascension phases' }).click();
      assert.ok(await page.getByRole('cell', { name: '10,493' }).isVisible());
    },
  },
  {
    name: 'library::an island is a small script',
    async run({ page, context, base }) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const sizes = new Map();
      const names = new Map();
      session.on(
        'Network.responseReceived',
        ({ requestId, type, response }) => type === 'Script' && names.set(requestId, response.url),
      );
      session.on(
        'Network.loadingFinished',
        ({ requestId, encodedDataLength }) =>
          names.has(requestId) && sizes.set(names.get(requestId), encodedDataLength),
      );
      await open(page, base, CHARACTER);
      const first = new Set(sizes.keys());
      await alive(page, '.panel');
      await alive(page, '.choice');
      await open(page, base, WEAPONS);
      await alive(page, '.filter');
      const islands = [...sizes].filter(([url]) => !/\/(?:entry|interface|islands)-/.test(url));
      assert.ok(islands.length >= 2, `${islands.length} scripts beside the interface, ${first.size} at first`);
      const total = islands.reduce((sum, [, bytes]) => sum + bytes, 0);
      assert.ok(total <= ISLAND_BUDGET, `all islands together: ${total} B\n${islands.join('\n')}`);
    },
  },
];
