/** What the search says when it has no answer. */
import { assert, open } from '../support.mjs';
import { box, dialog, one, openModal } from './dialog.mjs';

const answer = (status, body) => (route) => route.fulfill({ status, body, contentType: 'application/json' });
const FAILURES = [
  ['no network', (route) => route.abort()],
  ['status 503', answer(503, '{}')],
  ['a refused search', answer(200, '{"results":[{"code":404,"error":"Not found."}]}')],
  ['no JSON', answer(200, '<html>')],
  ['no answer at all', () => {}],
];
export const refused = [
  one('a refused search says when it is repeated, in the modal and on the page', async ({ page, base }) => {
    await page.route('**/multi_search*', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '60' }, body: '{}' }),
    );
    await openModal(page, base);
    await box(page).fill('ganyu');
    await dialog(page).locator('.sx-note').getByText('Too many searches').waitFor();
    await dialog(page).getByText('The search is repeated in 60 s.').waitFor();
    await open(page, base, '/search?q=ganyu');
    await page.getByRole('status').getByText('Too many searches').waitFor();
    await page.getByText('The search is repeated in 60 s.').waitFor();
  }),
  one('a search without an index says so, and asks again until there is one', async ({ page, base }) => {
    let refusals = 5;
    const [headers, contentType] = [{ 'retry-after': '1' }, 'application/json'];
    await page.route('**/multi_search*', (route) => {
      refusals -= 1;
      return refusals < 0 ? route.continue() : route.fulfill({ status: 503, headers, contentType, body: '{}' });
    });
    await openModal(page, base);
    await box(page).fill('ganyu');
    await dialog(page).locator('.sx-note').getByText('The search index is being built').waitFor();
    await dialog(page).getByText('The search is repeated in 1 s.').waitFor();
    await dialog(page).getByRole('option').first().waitFor();
  }),
];
export const failures = FAILURES.flatMap(([what, handle]) => [
  one(`${what} is a failure in the modal within ten seconds`, async ({ page, base }) => {
    await page.route('**/multi_search*', handle);
    await openModal(page, base);
    await box(page).fill('ganyu');
    await dialog(page).locator('.sx-note').getByText('Unable to fetch results').waitFor();
    await dialog(page).getByText('You might want to check your network connection.').waitFor();
    assert.equal(await dialog(page).getByText('No results for').count(), 0);
  }),
  one(`${what} is a failure on the page`, async ({ page, base }) => {
    await page.route('**/multi_search*', handle);
    await open(page, base, '/search?q=ganyu');
    await page.getByRole('status').getByText('Unable to fetch results').waitFor();
    assert.ok((await page.locator('#search-served article.hit').count()) > 0, 'the served results are gone');
  }),
]);
