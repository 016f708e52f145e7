/** Formats dates in English, as our own pages write them; other languages need Node's locale tables. */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export class EngineDateFormat {
  constructor(
    locale: string,
    private readonly options: Intl.DateTimeFormatOptions,
  ) {
    if (!isKnown(locale, options)) needsNode(`a date in the language \`${locale}\``)();
  }

  format(date: Date): string {
    const name = MONTHS[date.getUTCMonth()];
    // As in Node: no date, no text.
    if (name === undefined) throw new RangeError('Invalid time value');
    const month = this.options.month === 'short' ? name.slice(0, 3) : name;
    const year = this.options.year === undefined ? '' : `, ${date.getUTCFullYear()}`;
    return `${month} ${date.getUTCDate()}${year}`;
  }
}

function isKnown(
  locale: string,
  { day, month, year, calendar, timeZone, ...rest }: Intl.DateTimeFormatOptions,
): boolean {
  return (
    (locale === 'en' || locale === 'en-US') &&
    day === 'numeric' &&
    (month === 'long' || month === 'short') &&
    (year === 'numeric' || year === undefined) &&
    (calendar === 'gregory' || calendar === undefined) &&
    timeZone === 'UTC' &&
    Object.keys(rest).length === 0
  );
}

/** English forms are chosen without tables; all others need Node's. */
export class EnginePluralRules {
  constructor(locale: string) {
    needsNode(`the plural of the language \`${locale}\``)();
  }
}

/** A function that says what is missing. */
export function needsNode(what: string): () => never {
  return () => {
    throw new Error(`${what} needs Node; the engine inside the build knows no languages`);
  };
}
