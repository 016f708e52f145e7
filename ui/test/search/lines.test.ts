import { expect, test } from 'vitest';
import { bestLine } from '../../src/search/static/mark';

test('column headers and the end of a table are no line of a result', () => {
  const terms = new Map([['pyro', Infinity]]);
  const text = 'Resistances\n\f\tPyro\tCryo\nPyro Slime\t10%\t20%\n\f\nCD\t12s';
  expect(bestLine(terms, text)).toBe('Pyro Slime: 10%, 20%');
  expect(bestLine(new Map(), '\f\tPyro\n\t10%')).toBe('10%');
});
