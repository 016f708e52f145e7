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

export const one = (name, run, options) => ({ name: `search::${name}`, run, options });
