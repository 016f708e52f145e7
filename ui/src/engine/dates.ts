/** Formats dates and chooses plural forms for the languages of `localeTable.ts`; others need Node's locale tables. */

import { AS_PARENT, DATES, PLURALS } from './localeTable';

type Style = { pattern: string; months: string[] };

/** The styles of our own pages, in the order of the table. */
const STYLES = ['long numeric', 'short numeric', 'long '];

export class EngineDateFormat {
  private readonly style: Style;
  private readonly zero: number;

  constructor(locale: string, options: Intl.DateTimeFormatOptions) {
    const row = DATES.find((one) => one.startsWith(`${tableTag(locale)}|`))?.split('|');
    const at = styleIndex(options);
    if (row === undefined || at < 0) needsNode(`a date in the language \`${locale}\``)();
    const [, zero = '0', ...styles] = row ?? [];
    // A style with the months of the one before it has an empty list.
    const months = [styles[1], styles[3] || styles[1], styles[5] || styles[1]][at] ?? '';
    this.zero = zero.charCodeAt(0);
    this.style = { pattern: styles[2 * at] ?? '', months: months.split(',') };
  }

  format(date: Date): string {
    const name = this.style.months[date.getUTCMonth()];
    // As in Node: no date, no text.
    if (name === undefined) throw new RangeError('Invalid time value');
    const day = String(date.getUTCDate());
    const values: Record<string, string> = {
      d: this.digits(day),
      dd: this.digits(day.padStart(2, '0')),
      m: name,
      y: this.digits(String(date.getUTCFullYear())),
    };
    return this.style.pattern.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
  }

  private digits(number: string): string {
    return number.replace(/\d/g, (digit) => String.fromCharCode(this.zero + Number(digit)));
  }
}

/** The tag of the table's row: `pt` for `pt-BR`, which has no row because it would be the same. */
function tableTag(locale: string): string {
  return AS_PARENT.split(' ').includes(locale) ? locale.slice(0, locale.lastIndexOf('-')) : locale;
}

function styleIndex({ day, month, year, calendar, timeZone, ...rest }: Intl.DateTimeFormatOptions): number {
  const isPlain = day === 'numeric' && timeZone === 'UTC' && Object.keys(rest).length === 0;
  const isGregorian = calendar === 'gregory' || calendar === undefined;
  return isPlain && isGregorian ? STYLES.indexOf(`${month} ${year ?? ''}`) : -1;
}

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** The forms of whole numbers. */
export class EnginePluralRules {
  private readonly numbers: string;
  private readonly million: number;
  private readonly categories: string;

  constructor(locale: string) {
    const tag = tableTag(locale);
    const row = PLURALS.map((row) => row.split('|')).find(([languages]) => languages?.split(' ').includes(tag));
    if (row === undefined) needsNode(`the plural of the language \`${locale}\``)();
    const [, categories = '', million = '', numbers = ''] = row ?? [];
    this.numbers = numbers;
    this.million = Number(million);
    this.categories = categories;
  }

  select(count: number): string {
    const isMillion = count >= 1e6 && count % 1e6 === 0;
    const at = count < 200 ? count : 100 + (count % 100);
    return CATEGORIES[isMillion ? this.million : Number(this.numbers[at])] ?? 'other';
  }

  resolvedOptions(): { pluralCategories: string[] } {
    return { pluralCategories: [...this.categories].map((at) => CATEGORIES[Number(at)] ?? 'other') };
  }
}

/** A function that says what is missing. */
export function needsNode(what: string): () => never {
  return () => {
    throw new Error(`${what} needs Node; the engine inside the build has no tables for it`);
  };
}
