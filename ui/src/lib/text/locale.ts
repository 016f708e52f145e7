import type { DateLocale } from './date';

/** Where components are drawn: the language, its home where that is not the site's, the page where it is known, and whether they live. */
export type ContentPlace = { locale?: DateLocale; home?: string; path?: string; isIsland?: boolean };

let drawn: ContentPlace = {};

/** Draws what React will bring to life. */
export function asIsland<T>(draw: () => T): T {
  const before = drawn;
  drawn = { ...drawn, isIsland: true };
  try {
    return draw();
  } finally {
    drawn = before;
  }
}

/** Sets where components are drawn next. */
export function setContentPlace(place: ContentPlace): void {
  drawn = place;
}

export function contentPlace(): ContentPlace {
  return drawn;
}

/** The language of the article: in a browser that of the document. */
export function contentLocale(): DateLocale {
  const locale =
    typeof document === 'undefined'
      ? drawn.locale
      : { code: document.documentElement.lang || 'en', calendar: 'gregory' };
  return locale ?? { code: 'en', calendar: 'gregory' };
}
