import { expect, test } from 'vitest';
import { EngineDateFormat, EnginePluralRules } from '../../src/engine/dates';

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

test('other languages and calendars say that they need Node', () => {
  expect(() => new EngineDateFormat('haw', { ...styles[0], timeZone: 'UTC' })).toThrow(
    'a date in the language `haw` needs Node',
  );
  expect(() => new EngineDateFormat('fa', { ...styles[0], calendar: 'persian', timeZone: 'UTC' })).toThrow(
    'needs Node',
  );
  expect(() => new EnginePluralRules('haw')).toThrow('the plural of the language `haw` needs Node');
});
