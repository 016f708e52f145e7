import type { DateLocale } from './date';

/** The context of rendered components: the language, its home unless that is the site's, the page if known, and whether React hydrates them. */
export type ContentContext = { locale?: DateLocale; home?: string; path?: string; isIsland?: boolean };

let current: ContentContext = {};

/** Renders what React hydrates in the browser. */
export function asIsland<T>(render: () => T): T {
  const previous = current;
  current = { ...current, isIsland: true };
  try {
    return render();
  } finally {
    current = previous;
  }
}

/** Sets the context of the next render. */
export function setContentContext(context: ContentContext): void {
  current = context;
}

export function contentContext(): ContentContext {
  return current;
}

/** The language of the article: in a browser that of the document. */
export function contentLocale(): DateLocale {
  const locale =
    typeof document === 'undefined'
      ? current.locale
      : { code: document.documentElement.lang || 'en', calendar: 'gregory' };
  return locale ?? { code: 'en', calendar: 'gregory' };
}
