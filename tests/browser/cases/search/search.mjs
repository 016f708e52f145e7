/** The search: its modal, its page, and what they say when something fails. */
import { assert, gate, hydrated, open, queryIs, settled, until } from '../support.mjs';
import { ask, box, button, dialog, follow, one, openModal, options } from './dialog.mjs';
import { failures, refused } from './failures.mjs';
import { onPage } from './search-page.mjs';

const RECENT = '__DOCSEARCH_RECENT_SEARCHES__tcl';
const FAVORITE = '__DOCSEARCH_FAVORITE_SEARCHES__tcl';

const doors = ['click', 'Control+k', 'Meta+k', '/'].map((key) =>
  one(`${key} opens the modal with the focus in its field`, async ({ page, base }) => {
    await open(page, base, '/tcg');
    if (key === 'click') await button(page).click();
    else await page.keyboard.press(key);
    await box(page).waitFor();
    assert.equal(await box(page).getAttribute('placeholder'), 'Search docs');
    assert.ok(await box(page).evaluate((field) => field === document.activeElement));
    await dialog(page).getByText('No recent searches').waitFor();
    await page.keyboard.press('Control+k');
    await dialog(page).waitFor({ state: 'detached' });
  }),
);

const keys = [
  one('a slash in a field is a slash', async ({ page, base }) => {
    await open(page, base, '/search');
    await page.getByRole('searchbox', { name: 'Search' }).press('/');
    assert.equal(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), '/');
    assert.equal(await dialog(page).count(), 0);
  }),
  one('Escape and the backdrop close, the place and the focus stay', async ({ page, base }) => {
    await open(page, base, '/characters/cryo/ganyu');
    await button(page).focus();
    await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }));
    await page.keyboard.press('Enter');
    await box(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => window.scrollY), 700);
    assert.ok(await button(page).evaluate((own) => own === document.activeElement));
    await page.keyboard.press('Control+k');
    await box(page).waitFor();
    await page.mouse.click(5, 400);
    await dialog(page).waitFor({ state: 'detached' });
  }),
  one('text typed on the button becomes the query', async ({ page, base }) => {
    await open(page, base, '/tcg');
    await button(page).focus();
    await page.keyboard.type('gan');
    await box(page).waitFor();
    await page.waitForFunction(() => document.querySelector('dialog input').value === 'gan');
    await options(page).first().waitFor();
  }),
  one('the code comes when the reader reaches for it', async ({ page, base, seen }) => {
    await open(page, base, '/tcg');
    await settled(page);
    const scripts = () => seen.requests.filter((url) => /\/assets\/modal-.*\.js$/.test(url)).length;
    assert.equal(scripts(), 0);
    await button(page).hover();
    await until(() => scripts() > 0);
    assert.equal(scripts(), 1);
  }),
  one('Tab stays inside', async ({ page, base }) => {
    await openModal(page, base);
    await ask(page, 'ganyu');
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      assert.ok(await page.evaluate(() => document.activeElement.closest('dialog') !== null), `step ${step}`);
    }
  }),
  one('a query has at most 64 characters', async ({ page, base }) => {
    await openModal(page, base);
    assert.equal(await box(page).getAttribute('maxlength'), '64');
  }),
  one('what is selected becomes the query, selected', async ({ page, base }) => {
    await open(page, base, '/characters/cryo/ganyu');
    await page.evaluate(() => window.getSelection().selectAllChildren(document.querySelector('h1')));
    await page.keyboard.press('Control+k');
    await box(page).waitFor();
    assert.equal(await box(page).inputValue(), 'Ganyu');
    assert.deepEqual(await box(page).evaluate((field) => [field.selectionStart, field.selectionEnd]), [0, 5]);
  }),
];

const answers = [
  one('the request names collection, query and context', async ({ page, base }) => {
    await openModal(page, base);
    const [request] = await Promise.all([page.waitForRequest(/multi_search/), box(page).fill('ganyu')]);
    const [search] = JSON.parse(request.postData()).searches;
    assert.equal(search.collection, 'tcl');
    assert.equal(search.q, 'ganyu');
    assert.equal(search.filter_by, 'language:=en && docusaurus_tag:=[default,docs-default-current,docs-tcg-current]');
  }),
  one('options are in groups, the first is selected, arrows go round', async ({ page, base }) => {
    await openModal(page, base);
    await ask(page, 'ganyu');
    assert.ok((await dialog(page).getByRole('group').count()) > 1);
    assert.equal(await box(page).getAttribute('aria-expanded'), 'true');
    const selected = async () =>
      options(page).evaluateAll((all) => all.findIndex((own) => own.getAttribute('aria-selected') === 'true'));
    const active = async () =>
      box(page).evaluate((field) =>
        document.getElementById(field.getAttribute('aria-activedescendant'))?.getAttribute('aria-selected'),
      );
    assert.equal(await selected(), 0);
    assert.equal(await active(), 'true');
    await page.keyboard.press('ArrowUp');
    assert.equal(await selected(), (await options(page).count()) - 1);
    await page.keyboard.press('ArrowDown');
    assert.equal(await selected(), 0);
    const inside = await options(page).evaluateAll(
      (all) => all.filter((own) => own.querySelector('a,button,input,[tabindex]')).length,
    );
    assert.equal(inside, 0);
  }),
  one('Enter follows the figure that a query names, to its tab, also on the page itself', async ({ page, base }) => {
    await openModal(page, base);
    await ask(page, 'zhongli shield cooldown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/characters/geo/zhongli?tab=Skill#attacks');
    await page.getByRole('tab', { name: 'Skill', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Burst' }).click();
    await page.keyboard.press('Control+k');
    await ask(page, 'zhongli shield cooldown');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Skill', selected: true }).waitFor();
  }),
  one('Enter and click follow a hit inside the site', async ({ page, base }) => {
    await openModal(page, base);
    await page.evaluate(() => (window.stays = true));
    await ask(page, 'ganyu');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/characters/cryo/ganyu');
    await dialog(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await ask(page, 'furina');
    await options(page).first().click();
    await page.waitForURL('**/characters/hydro/furina');
    assert.ok(await page.evaluate(() => window.stays));
  }),
  one('a modifier key opens a tab and keeps the modal', async ({ page, base, context }) => {
    await openModal(page, base);
    await ask(page, 'ganyu');
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      options(page)
        .first()
        .click({ modifiers: ['Control'] }),
    ]);
    await tab.waitForURL('**/characters/cryo/ganyu');
    assert.equal(await dialog(page).count(), 1);
  }),
  one('followed hits are kept, starred and removed', async ({ page, base }) => {
    await follow(page, base);
    const stored = (key) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '[]').length, key);
    assert.equal(await stored(RECENT), 1);
    await dialog(page).getByRole('button', { name: 'Save this search' }).click();
    await dialog(page).getByText('Favorite', { exact: true }).waitFor();
    assert.deepEqual([await stored(RECENT), await stored(FAVORITE)], [0, 1]);
    await dialog(page).getByRole('button', { name: 'Remove this search from favorites' }).click();
    await dialog(page).getByText('No recent searches').waitFor();
    assert.equal(await stored(FAVORITE), 0);
  }),
  one('all results are one link away', async ({ page, base }) => {
    await openModal(page, base);
    await ask(page, 'hu tao');
    await dialog(page)
      .getByRole('link', { name: /^See all \d+ results$/ })
      .click();
    await page.waitForURL('**/search?q=hu%20tao');
    await page.getByRole('heading', { level: 1, name: 'Search results for "hu tao"' }).waitFor();
  }),
  one('nothing found suggests the nearest terms, and not the groups of earlier hits', async ({ page, base }) => {
    await openModal(page, base);
    await ask(page, 'ganyu');
    await box(page).fill('qwzxvkjh');
    await dialog(page).getByText('No results for "qwzxvkjh"').waitFor();
    await dialog(page).getByText('Believe this query should return results?').waitFor();
    assert.match(await dialog(page).getByRole('link', { name: 'Let us know.' }).getAttribute('href'), /qwzxvkjh/);
    assert.equal(await dialog(page).locator('.sx-try').count(), 0);
    await box(page).fill('ganyxqz');
    await dialog(page).locator('.sx-try').getByRole('button', { name: 'ganyu', exact: true }).click();
    assert.equal(await box(page).inputValue(), 'ganyu');
    await dialog(page).getByRole('button', { name: 'Clear the query' }).click();
    assert.equal(await box(page).inputValue(), '');
  }),
  one('late answers are dropped', async ({ page, base }) => {
    const answer = gate();
    const isFirst = (request) => request.url().includes('multi_search') && request.postData().includes('"ganyu"');
    await page.route('**/multi_search*', async (route) => {
      if (isFirst(route.request())) await answer.opened;
      await route.continue().catch(() => {});
    });
    await openModal(page, base);
    const asked = page.waitForRequest(isFirst);
    // It may be given up before its answer comes.
    const ended = Promise.race(['requestfinished', 'requestfailed'].map((event) => page.waitForEvent(event, isFirst)));
    await box(page).fill('ganyu');
    await asked;
    await box(page).fill('furina');
    await options(page).first().filter({ hasText: 'Furina' }).waitFor();
    answer.open();
    await ended;
    await settled(page);
    assert.match(await options(page).first().textContent(), /Furina/);
  }),
];

const lostScript = [
  one('the modal opens once its script can be loaded, also after a failure', async ({ page, base }) => {
    const MODAL = /\/assets\/modal-/;
    await page.route(MODAL, (route) => route.abort());
    await open(page, base, '/tcg');
    await button(page).click();
    await page.waitForURL(`${base}/search`);
    await page.unroute(MODAL);
    await button(page).click();
    await box(page).waitFor();
  }),
];

const field = (page) => page.getByRole('main').getByRole('searchbox', { name: 'Search' });

const typing = [
  one('letters typed before the script has come are in the field and are searched', async ({ page, base }) => {
    const script = gate();
    await page.route('**/assets/*.js', async (route) => {
      await script.opened;
      await route.continue();
    });
    // The events of the document wait for the script.
    await page.goto(`${base}/search`, { waitUntil: 'commit' });
    await field(page).pressSequentially('hu t');
    script.open();
    await field(page).pressSequentially('ao');
    await hydrated(page);
    assert.equal(await field(page).inputValue(), 'hu tao');
    await page.getByRole('heading', { level: 1, name: 'Search results for "hu tao"' }).waitFor();
    await page.waitForFunction(() => new URLSearchParams(window.location.search).get('q') === 'hu tao');
    await page
      .getByRole('status')
      .getByText(/found$/)
      .waitFor();
  }),
  one(
    'letters typed fast on a slow machine are all in the field and in the address',
    async ({ page, context, base }) => {
      await open(page, base, '/search');
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      const text = 'elemental gauge theory and internal cooldown';
      await field(page).pressSequentially(text);
      assert.equal(await field(page).inputValue(), text);
      await queryIs(page, `?q=${text.replaceAll(' ', '+')}`);
      for (let count = 0; count < 8; count += 1) await page.keyboard.press('Backspace');
      const rest = text.slice(0, -8);
      assert.equal(await field(page).inputValue(), rest);
      await page.waitForFunction((wanted) => new URLSearchParams(window.location.search).get('q') === wanted, rest);
      assert.equal(await field(page).inputValue(), rest);
    },
  ),
  one('Back and Forward put the text of their address into the field', async ({ page, base }) => {
    await open(page, base, '/search?q=ganyu');
    await page.locator('main article.hit a').first().click();
    await page.waitForURL('**/characters/cryo/ganyu');
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('main input[type=search]')?.value === 'ganyu');
  }),
];

export const searchCases = [
  ...doors,
  ...keys,
  ...answers,
  ...failures,
  ...refused,
  ...lostScript,
  ...typing,
  ...onPage,
];
