/** Marks the words that only make a query a sentence, as `server/src/search/query/fillers.rs` does. */

import type { Language } from './store';

export function fillersOf({ fillers, dependentFillers }: Language, terms: readonly string[]): boolean[] {
  let isQuestion = false;
  const marks = terms.map((term) => {
    const own = fillers.includes(term);
    isQuestion ||= own;
    return own || (isQuestion && dependentFillers.includes(term));
  });
  return marks.every(Boolean) ? marks.map(() => false) : marks;
}
