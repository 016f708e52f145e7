import { expect, test } from 'vitest';
import { formatDate } from '../../../src/lib/text/date';

const en = { code: 'en', calendar: 'gregory' };

test('dates are written in full, in UTC', () => {
  expect(formatDate('2022-07-08', 'long', en)).toBe('July 8, 2022');
  expect(formatDate('2022-01-01T00:30:00Z', 'long', en)).toBe('January 1, 2022');
});

test('other styles and locales', () => {
  expect(formatDate('2022-07-08', 'day', en)).toBe('July 8');
  expect(formatDate('2022-07-08', 'long', { code: 'de', calendar: 'gregory' })).toBe('8. Juli 2022');
});
