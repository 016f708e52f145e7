import { expect, test } from 'vitest';
import { EngineDateFormat } from '../../src/engine/dates';

const styles: Intl.DateTimeFormatOptions[] = [
  { day: 'numeric', month: 'long', year: 'numeric' },
  { day: 'numeric', month: 'short', year: 'numeric' },
  { day: 'numeric', month: 'long' },
];

test.each(styles)('English dates are formatted as by Node: %o', (style) => {
  const options = { ...style, calendar: 'gregory', timeZone: 'UTC' };
  for (let month = 0; month < 12; month++) {
    const date = new Date(Date.UTC(2022, month, month + 1, 23, 59));
    expect(new EngineDateFormat('en', options).format(date)).toBe(new Intl.DateTimeFormat('en', options).format(date));
  }
});

test('other languages say that they need Node', () => {
  expect(() => new EngineDateFormat('de', { ...styles[0], timeZone: 'UTC' })).toThrow(
    'a date in the language `de` needs Node',
  );
});
