import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
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

test('two set-ups stand side by side, with their difference', async () => {
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
