/** The parts of the search dialog. */
import { open } from '../support.mjs';

export const button = (page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search', exact: true });
export const dialog = (page) => page.getByRole('dialog', { name: 'Search' });
export const box = (page) => dialog(page).getByRole('combobox');
export const options = (page) => dialog(page).getByRole('option');

export async function openModal(page, base, path = '/tcg') {
  await open(page, base, path);
  await button(page).click();
  await box(page).waitFor();
}

/** Opens the search page with a query, and gives its results once they are counted. */
export async function openResults(page, base, query) {
  await open(page, base, `/search?q=${query}`);
  await page
    .getByRole('status')
    .getByText(/found$/)
    .waitFor();
  return page.locator('main article article');
}

export const one = (name, run, options) => ({ name: `search::${name}`, run, options });

export async function ask(page, query) {
  await box(page).fill(query);
  await options(page).first().waitFor();
}

/** Follows the first hit, and opens the modal again, which then lists it. */
export async function follow(page, base) {
  await openModal(page, base);
  await ask(page, 'ganyu');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/characters/cryo/ganyu');
  await page.keyboard.press('Control+k');
  await dialog(page).getByText('Recent', { exact: true }).waitFor();
}
