import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import DamageCalculator from '../../../content/components/damage/DamageCalculator';
import ReactionCalculator from '../../../content/components/damage/ReactionCalculator';
import { HIT_DEFAULTS } from '../../../content/components/damage/lib/hitState';
import { damageOfState, packSetUp } from '../../../content/components/damage/lib/setUps';
import { readNumber, requestOf } from '../../../content/components/lib/number';
import { expectNoViolations } from '../axe';

beforeEach(() => {
  window.history.replaceState(null, '', '/damage');
  sessionStorage.clear();
});

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const result = () => document.querySelector('output')!.textContent;
const description = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
const NO_NUMBER = /\d|Infinity|NaN/;

test('numbers are read within their bounds, with a comma too', () => {
  const read = ['', ' ', 'abc', '0x10', '1e999', '1e308', '-1', '101', '1,5', '1e1'];
  expect(read.map((text) => readNumber(text, { min: 0, max: 100 }))).toEqual([...Array(8).fill(NaN), 1.5, 10]);
  expect([readNumber('90.5', { isWhole: true }), readNumber('90', { isWhole: true })]).toEqual([NaN, 90]);
  expect(requestOf({ min: 1, max: 100, isWhole: true })).toBe('Enter a whole number from 1 to 100.');
  expect(requestOf({})).toBe('Enter a number from −10,000,000 to 10,000,000.');
});

test.each(['', '-50', '1e999', '1e308'])('a talent value of `%s` has a message and no result', async (value) => {
  const { container } = render(<DamageCalculator />);
  type(/^Talent value/, value);
  const input = field(/^Talent value/);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(description(input)).toBe('Enter a number from 0 to 10,000,000.');
  expect(result()).toContain('Damage—no result: correct Talent value');
  expect(result()).not.toMatch(NO_NUMBER);
  expect(container.querySelector('.factors')!.textContent).not.toMatch(/Infinity|NaN/);
  await expectNoViolations(container);
  type(/^Talent value/, '200');
  expect([input.getAttribute('aria-invalid'), description(input)]).toEqual([null, undefined]);
  expect(result()).toContain(`Damage${Math.round(damageOfState(HIT_DEFAULTS)).toLocaleString('en')}`);
});

test('a link copied with an invalid value opens with the same message', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const { unmount } = render(<DamageCalculator />);
  type(/^Level of the character/, '500');
  type(/^Talent value/, '');
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(writeText).toHaveBeenCalledWith('http://library.test/damage?talent=&level=500');
  vi.unstubAllGlobals();
  unmount();
  window.history.replaceState(null, '', '/damage?talent=&level=500');
  render(<DamageCalculator />);
  expect(result()).toContain('no result: correct Talent value, Level of the character');
  expect(description(field(/^Level of the character/))).toBe('Enter a whole number from 1 to 100.');
});

test('text of an address is shown, and a comma is a point', () => {
  window.history.replaceState(null, '', '/damage?talent=much&base=340,5');
  render(<DamageCalculator />);
  expect([field(/^Talent value/).placeholder, field(/^ATK of the character/).value]).toEqual(['much', '340.5']);
  expect(field(/^Talent value/).getAttribute('aria-invalid')).toBe('true');
  expect(field(/^ATK of the character/).getAttribute('aria-invalid')).toBeNull();
});

test('a field that is not shown does not matter, and immunity is a value', () => {
  window.history.replaceState(null, '', '/damage?rate=abc&res=immune');
  render(<DamageCalculator />);
  expect(document.querySelector('output strong')!.textContent).toBe('0');
  expect(field(/^Base RES/).getAttribute('aria-invalid')).toBeNull();
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0);
});

test('a set-up with an invalid value is compared without a figure', () => {
  const against = packSetUp({ ...HIT_DEFAULTS, talent: '-1' });
  window.history.replaceState(null, '', `/damage?${new URLSearchParams({ against })}`);
  render(<DamageCalculator />);
  const table = screen.getByRole('region', { name: 'Two set-ups' });
  const sum = within(table).getByRole('row', { name: /^Damage/ });
  const now = Math.round(damageOfState(HIT_DEFAULTS)).toLocaleString('en');
  expect([...sum.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['—', `${now} (–)`]);
});

test.each([
  ['amplifying', /^Hit without/, ['—']],
  ['transformative', /^RES of the enemy/, ['—']],
  ['additive', /^Level of the character/, ['—', '—']],
] as const)('the calculator of %s reactions has no result for an invalid field', async (kind, label, last) => {
  const { container } = render(<ReactionCalculator kind={kind} />);
  type(label, '1e999');
  expect(field(label).getAttribute('aria-invalid')).toBe('true');
  expect(result()).toMatch(/no result: correct /);
  for (const row of container.querySelectorAll('tbody tr')) {
    const cells = [...row.querySelectorAll('td')].map(({ textContent }) => textContent);
    expect(cells.slice(-last.length)).toEqual(last);
  }
  expect(container.textContent).not.toMatch(/Infinity|NaN/);
  await expectNoViolations(container);
});
