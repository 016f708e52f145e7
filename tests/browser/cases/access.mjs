/** No page of any kind has a finding of axe-core, in either colour mode, on wide and narrow windows. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { animationsEnded, assert, complete, KINDS, open, openSite } from './support.mjs';

/** Resolved when first needed: the cases are listed before the packages are installed. */
const findAxe = () => createRequire(new URL('../../../ui/package.json', import.meta.url)).resolve('axe-core');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDTHS = [1280, 390];
/** This issue opens with an h3: its headings keep the levels under which they have been linked to. */
const KEPT_OUTLINE = { 'newsletter post': { 'heading-order': { enabled: false } } };

let source;

/** The findings on the complete page, one line each: rule, place, and what was expected. */
export async function findings(page, rules = {}) {
  await complete(page);
  // Evaluated, not added as an element: the site's policy runs no inline script.
  source ??= await readFile(findAxe(), 'utf8');
  await page.evaluate(source);
  return page.evaluate(
    async ({ values, rules }) => {
      const options = { runOnly: { type: 'tag', values }, rules, resultTypes: ['violations'] };
      const { violations } = await window.axe.run(document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map(({ target, any, all, none }) => {
          const [check] = [...any, ...all, ...none];
          return `${id} at ${target.join(' ')}: ${check?.message ?? ''}`;
        }),
      );
    },
    { values: TAGS, rules },
  );
}

/** Cases: pages of the small site, in both themes and at both widths, have no findings and fit. */
export function siteAccess(group, paths) {
  return paths.flatMap((path) =>
    ['dark', 'light'].map((mode) => ({
      name: `${group}::${path} in ${mode} has no findings`,
      async run({ page, site }) {
        await page.addInitScript((value) => localStorage.setItem('theme', value), mode);
        await openSite(page, site, path);
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 800 });
          assert.deepEqual(await findings(page), [], `at ${width} px`);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          assert.ok(overflow <= 0, `${overflow} px too wide at ${width} px`);
        }
      },
    })),
  );
}

async function useMode(page, mode) {
  await page.addInitScript((value) => localStorage.setItem('theme', value), mode);
}

const kinds = KINDS.flatMap(([kind, path]) =>
  ['dark', 'light'].map((mode) => ({
    name: `access::${kind} in ${mode} has no findings`,
    async run({ page, base }) {
      await useMode(page, mode);
      await open(page, base, path);
      await assertNoFindings(page, KEPT_OUTLINE[kind]);
    },
  })),
);

const menus = ['dark', 'light'].map((mode) => ({
  name: `access::the open mobile menu in ${mode} has no findings`,
  options: { viewport: { width: 390, height: 800 } },
  async run({ page, base }) {
    await useMode(page, mode);
    await open(page, base, '/characters/cryo/ganyu');
    await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
    const back = page.getByRole('button', { name: '← Back to main menu' });
    await back.waitFor();
    await animationsEnded(page);
    assert.deepEqual(await findings(page), [], 'the sidebar');
    await back.click();
    await back.waitFor({ state: 'hidden' });
    await animationsEnded(page);
    assert.deepEqual(await findings(page), [], 'the main menu');
  },
}));

const modals = ['', 'ganyu', 'qwzxvkjh'].flatMap((query) =>
  ['dark', 'light'].map((mode) => ({
    name: `access::the search modal ${query === '' ? 'at its start' : `asked for ${query}`} in ${mode} has no findings`,
    async run({ page, base }) {
      await useMode(page, mode);
      await page.addInitScript(
        (hit) => localStorage.setItem('__DOCSEARCH_RECENT_SEARCHES__tcl', JSON.stringify([hit])),
        {
          objectID: '1',
          url: '/tcg',
          type: 'lvl1',
          content: null,
          hierarchy: { lvl0: 'TCG', lvl1: 'TCG Library' },
        },
      );
      await open(page, base, '/tcg');
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await dialog.getByRole('combobox').fill(query);
      await dialog
        .getByText({ '': 'TCG Library', ganyu: /^See all/, qwzxvkjh: /^No results for/ }[query])
        .first()
        .waitFor();
      await assertNoFindings(page);
    },
  })),
);

/** Of the Tab stops from the page's start on, those whose own outline cannot be seen. */
const marks = ['/search', '/characters/cryo/ganyu', '/newsletter'].map((path) => ({
  name: `access::each Tab stop of ${path} bears a mark`,
  async run({ page, base }) {
    await open(page, base, path);
    await page.evaluate(() => {
      document.activeElement.blur();
      document.querySelector('[data-focus-start]').focus();
    });
    const unmarked = [];
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab');
      const bare = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        const isBare = outlineStyle === 'none' || parseFloat(outlineWidth) === 0;
        return document.activeElement !== document.body && isBare
          ? document.activeElement.outerHTML.slice(0, 120)
          : null;
      });
      if (bare !== null) unmarked.push(bare);
    }
    assert.deepEqual(unmarked, []);
  },
}));

/** What takes a step to be seen, or is on the other site only. */
const states = [
  [
    'the search page with results',
    async ({ page, base }) => {
      await open(page, base, '/search?q=ganyu');
      // The served results are replaced by the client's.
      await page
        .getByRole('status')
        .getByText(/found$/)
        .waitFor();
      await page.locator('main article.hit').nth(3).waitFor();
    },
  ],
  [
    'the search page without results',
    async ({ page, base }) => {
      await open(page, base, '/search?q=qwzxvkjh');
      await page.getByText('No results were found').waitFor();
    },
  ],
  [
    'a tag’s page',
    async ({ page, site }) => {
      await open(page, site, '/next/tags/boards');
      await page.getByRole('heading', { name: 'One doc tagged with "Boards"' }).waitFor();
    },
  ],
  [
    'the list of tags',
    async ({ page, site }) => {
      await open(page, site, '/next/tags');
      await page.locator('main').getByRole('link', { name: 'Boards' }).waitFor();
    },
  ],
  [
    'a page that crashed',
    async ({ page, site }) => {
      await open(page, site, '/broken');
      await page.getByRole('heading', { name: 'This page crashed.' }).waitFor();
    },
  ],
].flatMap(([what, reach]) =>
  ['dark', 'light'].map((mode) => ({
    name: `access::${what} in ${mode} has no findings`,
    async run(given) {
      await useMode(given.page, mode);
      await reach(given);
      await assertNoFindings(given.page);
    },
  })),
);

async function assertNoFindings(page, rules) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await findings(page, rules), [], `at ${width} px`);
  }
}

export const accessCases = [...kinds, ...menus, ...modals, ...states, ...marks];
