import type { DateLocale } from '../lib/date';

let drawn: DateLocale = { code: 'en', calendar: 'gregory' };

/** Sets the language in which components are drawn next. */
export function setContentLocale(locale: DateLocale | undefined): void {
  drawn = locale ?? { code: 'en', calendar: 'gregory' };
}

/** The language of the article: in a browser that of the document. */
export function contentLocale(): DateLocale {
  return typeof document === 'undefined' ? drawn : { code: document.documentElement.lang || 'en', calendar: 'gregory' };
}
