/** Dates as the reader's language writes them; always UTC, so that server and browser agree. */

export type DateLocale = { code: string; calendar: string };

const styles = {
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { day: 'numeric', month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export function formatDate(iso: string, style: keyof typeof styles, locale: DateLocale): string {
  const options = { ...styles[style], calendar: locale.calendar, timeZone: 'UTC' };
  return new Intl.DateTimeFormat(locale.code, options).format(new Date(iso));
}
