import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import Derived from '../../../content/components/inline/Derived';
import { evaluate, formatRounded, round } from '../../../content/components/lib/arithmetic';

test.each([
  ['(1 + 0.466) * 1.5', 2.199],
  ['2 + 3 * 4 - 6 / 4', 12.5],
  ['10 - 4 - 3', 3],
  ['12 / 3 / 2', 2],
  ['2 ^ 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['2 ^ -1', 0.5],
  ['2 * -(1 - 4)', 6],
  ['  .5*( (8) )  ', 4],
])('%s = %d', (text, value) => {
  expect(evaluate(text)).toBeCloseTo(value, 12);
});

test.each([
  ['', /expected a number or `\(` at its end/],
  ['1 +', /expected a number or `\(` at its end/],
  ['(1 + 2', /expected `\)` at its end/],
  ['1 2', /expected one of `\+ - \* \/ \^` before `2`/],
  ['2 * EM', /`2 \* EM` is no arithmetic: expected a number or `\(` before `EM`/],
  ['1)', /before `\)`/],
  ['1 / 0', /no finite value/],
])('refuses "%s"', (text, message) => {
  expect(() => evaluate(text)).toThrow(message);
});

test('halves go away from zero whatever the nearest double is', () => {
  expect([round(0.285, 2), round(1.005, 2), round(-2.5, 0), round(0.1 + 0.2, 2)]).toEqual([0.29, 1.01, -3, 0.3]);
  expect(Object.is(round(-0.001, 2), 0)).toBe(true);
});

test('decimals are those asked for, else as few as needed', () => {
  expect([2, 2.5, 2.199, 12345.6].map((value) => formatRounded(value))).toEqual(['2', '2.5', '2.2', '12,345.6']);
  expect([formatRounded(2, 2), formatRounded(-0.4, 0), formatRounded(-2.34159, 3)]).toEqual([
    '2.00',
    '0',
    '\u22122.342',
  ]);
});

test('a derived figure is one inline element with its unit and its arithmetic', () => {
  const { container } = render(
    <p>
      about <Derived from="(1 - 0.466) * 100" dp={1} unit="%" /> of it
    </p>,
  );
  expect(container.textContent).toBe('about 53.4% of it');
  expect(container.querySelector('p > data')?.getAttribute('title')).toBe('(1 \u2212 0.466) × 100');
});
