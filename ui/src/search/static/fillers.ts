/** Marks the words that only make a query a sentence, as `server/src/search/index/fillers.rs` does. */

import type { Fillers, StaticSite } from './store';

/** The fillers of a language; without one, those that all languages of the site have in common. */
export function fillersOf({ fillers, languages }: StaticSite, language?: string): Fillers {
  const own = language === undefined ? undefined : fillers.languages[languages.indexOf(language)];
  return own ?? fillers.common;
}

export function markFillers({ always, dependent }: Fillers, terms: readonly string[]): boolean[] {
  let isQuestion = false;
  const marks = terms.map((term, at) => {
    const own = always.includes(term);
    isQuestion ||= own;
    const isBeforeFiller = always.includes(terms[at + 1] ?? '');
    return own || ((isQuestion || isBeforeFiller) && dependent.includes(term));
  });
  return marks.every(Boolean) ? marks.map(() => false) : marks;
}
