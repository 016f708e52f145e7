import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EngineDateFormat, EnginePluralRules } from '../../src/engine/dates';
import { AS_PARENT, CLDR, DATES, PLURALS } from '../../src/engine/localeTable';
import { tableText, TAGS } from './localeTableText';

const TABLE = 'src/engine/localeTable.ts';

const STYLES: Intl.DateTimeFormatOptions[] = [
  { day: 'numeric', month: 'long', year: 'numeric' },
  { day: 'numeric', month: 'short', year: 'numeric' },
  { day: 'numeric', month: 'long' },
];

/** Another release of Node may have another release of the tables, with a few other names. */
const allowed = process.versions.cldr === CLDR ? 0 : TAGS.length / 5;

if (process.env.UPDATE_SNAPSHOTS) writeFileSync(TABLE, tableText());

test('the table is what this release of the locale data gives', () => {
  if (process.versions.cldr === CLDR) expect(readFileSync(TABLE, 'utf8')).toBe(tableText());
  const own = DATES.map((row) => row.split('|')[0]);
  const known = [...own, ...AS_PARENT.split(' ')];
  expect(known.sort()).toEqual([...TAGS].sort());
  expect(PLURALS.flatMap((row) => row.split('|')[0]?.split(' ')).sort()).toEqual(own.sort());
});

test('dates are formatted as by Node', () => {
  const wrong = TAGS.filter((tag) => STYLES.some((style) => !isDateRight(tag, style)));
  expect(wrong.length, wrong.join(' ')).toBeLessThanOrEqual(allowed);
});

function isDateRight(tag: string, style: Intl.DateTimeFormatOptions): boolean {
  const options = { ...style, calendar: 'gregory', timeZone: 'UTC' };
  const [own, node] = [new EngineDateFormat(tag, options), new Intl.DateTimeFormat(tag, options)];
  const dates = Array.from({ length: 36 }, (_, at) => new Date(Date.UTC(1999 + at, at % 12, (at % 28) + 1, 23, 59)));
  return dates.every((date) => own.format(date) === node.format(date));
}

test('plural forms are chosen as by Node', () => {
  const numbers = [...Array.from({ length: 350 }, (_, at) => at), 1000, 1001, 5021, 100000, 1234567, 1e6, 3e6];
  const wrong = TAGS.filter((tag) => {
    const [own, node] = [new EnginePluralRules(tag), new Intl.PluralRules(tag)];
    const categories = [...own.resolvedOptions().pluralCategories].sort();
    const isSame = numbers.every((number) => own.select(number) === node.select(number));
    return !isSame || categories.join() !== [...node.resolvedOptions().pluralCategories].sort().join();
  });
  expect(wrong.length, wrong.join(' ')).toBeLessThanOrEqual(allowed);
});
