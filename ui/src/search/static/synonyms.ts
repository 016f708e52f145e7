/** Adds the synonyms of the site to the words of a query; the counterpart of `server/src/search/query/synonyms.rs`. */

import { addExpansion, type Phrase, type Word } from './expansions';
import { forms, knownForms } from './forms';
import type { Store } from './store';
import * as tuning from './tuning';

/** Adds synonyms of one word to the words, and returns those of several words. */
export async function addSynonyms(store: Store, words: readonly Word[]): Promise<Phrase[]> {
  const own = words.map(({ term }) => [term, ...forms(store.site.english, term)]);
  const isPhrase = (first: number, phrase: readonly string[]) =>
    phrase.every((term, number) => own[first + number]?.includes(term));
  const isJoined = (first: number, phrase: readonly string[]) =>
    phrase.length === 2 && own[first]?.[0] === phrase.join('');
  const found = store.site.synonyms.flatMap((list) =>
    list.flatMap((phrase) =>
      own.flatMap((_, first) => {
        if (isJoined(first, phrase)) return list.map((synonym) => ({ first, count: 1, synonym }));
        return isPhrase(first, phrase)
          ? list.filter((other) => other !== phrase).map((synonym) => ({ first, count: phrase.length, synonym }))
          : [];
      }),
    ),
  );
  const known = await Promise.all(
    found.map(({ synonym }) => Promise.all(synonym.map((term) => knownForms(store, term)))),
  );
  const phrases: Record<string, Phrase> = {};
  found.forEach(({ first, count, synonym }, at) => {
    const terms = known[at] ?? [];
    const mask = ((1 << count) - 1) << first;
    if (terms.length > 1) {
      const key = `${mask} ${synonym.join(' ')}`;
      if (terms.every(({ length }) => length > 0)) phrases[key] ??= { terms, words: mask };
    } else
      for (const { term, postings } of terms[0] ?? []) {
        const weight = tuning.SYNONYM_WEIGHT * (term === synonym[0] ? 1 : tuning.INFLECTION_WEIGHT);
        const expansion = { term, weight, postings, typedChars: Infinity, isTypo: false, isSynonym: true, words: mask };
        addExpansion(words.slice(first, first + count), expansion);
      }
  });
  return Object.values(phrases).slice(0, tuning.MAX_PHRASES);
}
