import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import DamageCalculator from '../../../content/components/damage/DamageCalculator';
import { HIT_DEFAULTS } from '../../../content/components/damage/lib/hitState';
import {
  damageOfState,
  differencesOf,
  gainText,
  packSetUp,
  unpackSetUp,
} from '../../../content/components/damage/lib/setUps';
import { earlierStates } from '../../../content/components/lib/toolHistory';
import { expectNoViolations } from '../axe';

beforeEach(() => {
  window.history.replaceState(null, '', '/damage');
  sessionStorage.clear();
});

afterEach(() => vi.restoreAllMocks());

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

test('a link to the tool opens at its heading, with the state of this moment', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  render(
    <main>
      <h2 id="calculator">Calculator</h2>
      <DamageCalculator />
      <h2 id="later">Later</h2>
    </main>,
  );
  type(/^Talent value/, '218');
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(writeText).toHaveBeenCalledWith('http://library.test/damage?talent=218#calculator');
  expect(await screen.findByText('Link copied.')).toBeTruthy();
  vi.unstubAllGlobals();
});

test('where the clipboard is refused, the link can be read', async () => {
  vi.stubGlobal('navigator', {});
  render(<DamageCalculator />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('http://library.test/damage')).toBeTruthy();
  vi.unstubAllGlobals();
});

test('the earlier states of the tab can be undone, one by one or by their result', async () => {
  render(<DamageCalculator />);
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(undo.getAttribute('aria-disabled')).toBe('true');
  type(/^Talent value/, '100');
  await expect.poll(() => window.location.search).toBe('?talent=100');
  type(/^Talent value/, '300');
  await expect.poll(() => window.location.search).toBe('?talent=300');
  expect(earlierStates('/damage')).toEqual(['', '?talent=100']);
  const list = screen.getByText('Earlier states (2)').closest('details')!;
  const lines = [...list.querySelectorAll('button')].map(({ textContent }) => textContent);
  const damage = (talent: string) => Math.round(damageOfState({ ...HIT_DEFAULTS, talent })).toLocaleString('en');
  expect(lines).toEqual([`${damage('100')}: Talent value 100`, `${damage('200')}: the worked example`]);
  fireEvent.click(undo);
  expect([window.location.search, field(/^Talent value/)]).toEqual(['?talent=100', '100']);
  fireEvent.click(within(list).getByText(/the worked example/));
  expect([window.location.search, field(/^Talent value/)]).toEqual(['', '200']);
  fireEvent.click(undo);
  expect(field(/^Talent value/)).toBe('100');
});

test('a set-up survives being packed, the worked example too', () => {
  const other = { ...HIT_DEFAULTS, talent: '218', reaction: 'none', res: '-20' };
  expect(unpackSetUp(packSetUp(other))).toEqual(other);
  expect(unpackSetUp(packSetUp(HIT_DEFAULTS))).toEqual(HIT_DEFAULTS);
  expect(unpackSetUp('')).toBeNull();
  expect(differencesOf(HIT_DEFAULTS, other)).toEqual([
    { label: 'Talent value', a: '200', b: '218' },
    { label: 'Base RES', a: '10', b: '-20' },
    { label: 'The hit triggers', a: 'Forward Melt or Vaporize (2×)', b: 'None' },
  ]);
  expect([gainText(112.34, 100), gainText(80, 100), gainText(100, 100)]).toEqual(['+12.3%', '−20.0%', '±0%']);
});

test('two set-ups are compared in a table, with their difference', async () => {
  const { container } = render(<DamageCalculator />);
  fireEvent.click(screen.getByRole('button', { name: 'Compare with another set-up' }));
  type(/^Talent value/, '400');
  const table = screen.getByRole('region', { name: 'Two set-ups' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...(row as HTMLTableRowElement).cells].map(({ textContent }) => textContent));
  const damage = (talent: string) => Math.round(damageOfState({ ...HIT_DEFAULTS, talent })).toLocaleString('en');
  expect(rows.slice(1)).toEqual([
    ['Talent value', '200', '400'],
    ['Damage', damage('200'), `${damage('400')} (+100.0%)`],
  ]);
  expect(container.querySelector('output')!.textContent).toContain(`+100.0% against A, ${damage('200')}`);
  await expectNoViolations(container);
  await expect.poll(() => window.location.search).toBe('?talent=400&against=-');
  fireEvent.click(screen.getByRole('button', { name: 'Swap A and B' }));
  expect(field(/^Talent value/)).toBe('200');
  await expect.poll(() => window.location.search).toBe('?against=talent%3D400');
  fireEvent.click(screen.getByRole('button', { name: 'Remove A' }));
  expect(screen.queryByRole('region', { name: 'Two set-ups' })).toBeNull();
});

test('a change that is not in the address yet is undone as one step', async () => {
  render(<DamageCalculator />);
  type(/^Talent value/, '100');
  await expect.poll(() => window.location.search).toBe('?talent=100');
  type(/^Talent value/, '300');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(field(/^Talent value/)).toBe('100');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(field(/^Talent value/)).toBe('200');
});

test('an earlier state that is restored at once does not lose the change before it', async () => {
  render(<DamageCalculator />);
  type(/^Talent value/, '100');
  await expect.poll(() => earlierStates('/damage')).toEqual(['']);
  type(/^Talent value/, '300');
  fireEvent.click(screen.getByText(/the worked example/));
  expect(earlierStates('/damage')).toEqual(['', '?talent=100', '?talent=300']);
});

test('where the storage is full, states stay until the page is left', async () => {
  window.history.replaceState(null, '', '/full');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  render(<DamageCalculator />);
  type(/^Talent value/, '100');
  await expect.poll(() => window.location.search).toBe('?talent=100');
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(undo.getAttribute('aria-disabled')).toBe('false');
  fireEvent.click(undo);
  expect(field(/^Talent value/)).toBe('200');
});

test("the states have the suffix of the site's storage", async () => {
  document.documentElement.dataset.storageSuffix = '-own';
  window.history.replaceState(null, '', '/suffix');
  render(<DamageCalculator />);
  type(/^Talent value/, '100');
  await expect.poll(() => sessionStorage.getItem('tools:/suffix-own')).toBe('[""]');
  delete document.documentElement.dataset.storageSuffix;
});

test('states that differ only in what they are compared with have different lines', async () => {
  render(<DamageCalculator />);
  fireEvent.click(screen.getByRole('button', { name: 'Compare with another set-up' }));
  await expect.poll(() => window.location.search).toBe('?against=-');
  fireEvent.click(screen.getByRole('button', { name: 'Remove A' }));
  const list = await screen.findByText('Earlier states (2)');
  const lines = [...list.closest('details')!.querySelectorAll('button')].map(({ textContent }) => textContent);
  const damage = Math.round(damageOfState(HIT_DEFAULTS)).toLocaleString('en');
  expect(lines).toEqual([`${damage}: the worked example; compared with ${damage}`, `${damage}: the worked example`]);
});

test('set-ups of two stats have the label of both, and fields that neither shows are left out', () => {
  const a = { ...HIT_DEFAULTS, stat: 'HP', base: '15000', rate: '5' };
  const b = { ...HIT_DEFAULTS, stat: 'ATK', base: '340' };
  expect(differencesOf(a, b)).toEqual([
    { label: 'Scales with', a: 'Max HP', b: 'ATK' },
    { label: 'Max HP of the character / ATK of the character', a: '15000', b: '340' },
    { label: 'ATK of the weapon', a: '–', b: '510' },
    { label: 'Max HP bonus / ATK bonus', a: '46.6', b: '46.6' },
    { label: 'Flat Max HP / Flat ATK', a: '311', b: '311' },
  ]);
  const em = { ...HIT_DEFAULTS, stat: 'EM' };
  expect(differencesOf(em, { ...em, base: '1', weapon: '2', bonus: '3', flat: '4', filled: '5' })).toEqual([]);
});

test('a button that goes leaves the focus on what takes its place', async () => {
  render(<DamageCalculator />);
  const press = (name: string) => {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  press('Compare with another set-up');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep B as A' }));
  press('Remove A');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Compare with another set-up' }));
});
