/** The search of a site that asks a cluster: its nodes are paths of the served site, so that its policy allows them. */
import { assert, open } from '../support.mjs';

const dialog = (page) => page.getByRole('dialog', { name: 'Search' });
const box = (page) => dialog(page).getByRole('combobox');
const options = (page) => dialog(page).getByRole('option');

/** Changes what the operator decided. */
async function decide(page, base, own) {
  const response = await fetch(`${base}/_bindery/settings.json`);
  const { search } = await response.json();
  await page.route('**/_bindery/settings.json', (route) => route.fulfill({ json: { search: { ...search, ...own } } }));
}

function nodes(base, ...paths) {
  const { hostname: host, port } = new URL(base);
  return {
    engine: 'typesense',
    apiKey: 'search-only',
    nodes: paths.map((path) => ({ protocol: 'http', host, port: Number(port), path })),
  };
}

async function openModal(page, base) {
  await open(page, base, '/tcg');
  await page.keyboard.press('Control+k');
  await box(page).waitFor();
}

const asked = (seen) => seen.requests.filter((url) => url.includes('multi_search')).map((url) => new URL(url).pathname);

const hit = (url, title) => ({
  results: [
    {
      found: 1,
      grouped_hits: [
        { hits: [{ document: { id: '1', url, type: 'lvl1', 'hierarchy.lvl0': 'Docs', 'hierarchy.lvl1': title } }] },
      ],
    },
  ],
});

const one = (name, run) => ({ name: `search::${name}`, run });

const clusters = [
  one('every node is asked, and then the site itself', async ({ page, base, seen }) => {
    await decide(page, base, { ...nodes(base, '/down', '/busy', '/odd'), fallback: true });
    await page.route('**/down/multi_search*', (route) => route.abort());
    await page.route('**/busy/multi_search*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.route('**/odd/multi_search*', (route) =>
      route.fulfill({ json: { results: [{ code: 404, error: 'Not found.' }] } }),
    );
    await openModal(page, base);
    await box(page).fill('ganyu');
    await options(page).first().filter({ hasText: 'Ganyu' }).waitFor();
    assert.deepEqual(asked(seen), ['/down/multi_search', '/busy/multi_search', '/odd/multi_search', '/multi_search']);
    assert.match(
      seen.requests.find((url) => url.includes('/down/')),
      /x-typesense-api-key=search-only/,
    );
  }),
  one('nodes that never answer leave time for the others', async ({ page, base }) => {
    await decide(page, base, { ...nodes(base, '/silent', '/dumb'), fallback: true });
    await page.route('**/{silent,dumb}/multi_search*', () => {});
    await openModal(page, base);
    await box(page).fill('ganyu');
    await options(page).first().waitFor();
  }),
  one('a cluster that is down is a failure where the site is not to answer', async ({ page, base, seen }) => {
    await decide(page, base, { ...nodes(base, '/silent', '/busy'), fallback: false });
    await page.route('**/silent/multi_search*', () => {});
    await page.route('**/busy/multi_search*', (route) => route.fulfill({ status: 429, body: '' }));
    await openModal(page, base);
    await box(page).fill('ganyu');
    await dialog(page).locator('.sx-note').getByText('Unable to fetch results').waitFor();
    assert.deepEqual(asked(seen), ['/silent/multi_search', '/busy/multi_search']);
  }),
];

const places = [
  one('a hit of another site is loaded whole, the host of others is dropped', async ({ page, base }) => {
    await decide(page, base, { externalUrlRegex: '^https://other\\.example/' });
    await page.route('https://other.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Other</h1>' }),
    );
    await page.route('**/multi_search*', (route) =>
      route.fulfill({ json: hit('https://elsewhere.example/characters/cryo/ganyu#attacks', 'Ganyu') }),
    );
    await openModal(page, base);
    await page.evaluate(() => (window.stays = true));
    await box(page).fill('ganyu');
    await options(page).first().click();
    await page.waitForURL(`${base}/characters/cryo/ganyu#attacks`);
    assert.ok(await page.evaluate(() => window.stays));
    await page.unroute('**/multi_search*');
    await page.route('**/multi_search*', (route) => route.fulfill({ json: hit('https://other.example/a', 'Other') }));
    await page.keyboard.press('Control+k');
    await box(page).fill('other');
    await options(page).first().filter({ hasText: 'Other' }).click();
    await page.waitForURL('https://other.example/a');
  }),
  one('a reader of the page chooses a version, and one document is one', async ({ page, base }) => {
    const contexts = [
      { id: 'default', last: 'current', versions: { current: 'docs-default-current', '1.0': 'docs-default-1.0' } },
    ];
    await decide(page, base, { contexts });
    await page.route('**/multi_search*', (route) => route.fulfill({ json: hit('/characters/cryo/ganyu', 'Ganyu') }));
    await open(page, base, '/search?q=ganyu');
    await page.getByRole('status').getByText('One document found').waitFor();
    const version = page.getByRole('combobox', { name: 'Version' });
    const filter = (request) => JSON.parse(request.postData()).searches[0].filter_by;
    const [request] = await Promise.all([page.waitForRequest(/multi_search/), version.selectOption('1.0')]);
    assert.equal(filter(request), 'language:=en && docusaurus_tag:=[default,docs-default-1.0]');
  }),
  one('the hints name their keys', async ({ page, base }) => {
    await openModal(page, base);
    for (const text of ['to select', 'to navigate', 'to close', 'Search by'])
      await dialog(page).getByText(text, { exact: false }).first().waitFor();
    for (const name of ['Enter key', 'Arrow up', 'Arrow down', 'Escape key'])
      assert.equal(await dialog(page).getByRole('img', { name }).count(), 1, name);
  }),
  one('only the field of the page is named as the button is', async ({ page, base }) => {
    await open(page, base, '/search');
    const named = await page
      .getByRole('main')
      .locator('input, button, select, a')
      .evaluateAll(
        (all) => all.filter((own) => (own.getAttribute('aria-label') ?? own.textContent.trim()) === 'Search').length,
      );
    assert.equal(named, 1);
  }),
];

export const searchNodeCases = [...clusters, ...places];
