/** Adds the synonyms of the site to the words of a query; the counterpart of `server/src/search/query/synonyms.rs`. */

import { addExpansion, type Form, type Word } from './expansions';
import { forms } from './forms';
import type { Store } from './store';
import { tokens } from './text';
import * as tuning from './tuning';

export async function addSynonyms(store: Store, words: Word[]): Promise<void> {
  const own = words.map(({ term }) => [term, ...forms(store.site.language, term)]);
  for (const list of store.site.synonyms) {
    const phrases = list.map((phrase) => tokens(phrase).map(({ term }) => term)).filter(({ length }) => length > 0);
    for (const phrase of phrases) {
      const starts = words.map((_, first) => first);
      for (const first of starts.filter((at) => phrase.every((term, number) => own[at + number]?.includes(term))))
        for (const other of phrases) if (other !== phrase) await add(store, words, [first, phrase.length], other);
    }
  }
}

async function add(
  store: Store,
  words: readonly Word[],
  [first, count]: readonly [number, number],
  synonym: readonly string[],
): Promise<void> {
  const span = words.slice(first, first + count);
  const mask = span.reduce((bits, _, at) => bits | (1 << (first + at)), 0);
  const terms = await Promise.all(synonym.map((term) => knownForms(store, term)));
  const [single] = terms;
  if (terms.length > 1) {
    if (terms.every(({ length }) => length > 0)) for (const word of span) word.phrases.push({ terms, words: mask });
    return;
  }
  for (const { term, postings } of single ?? []) {
    const weight = tuning.SYNONYM_WEIGHT * (term === synonym[0] ? 1 : tuning.INFLECTION_WEIGHT);
    addExpansion(span, { term, weight, postings, typedChars: Infinity, isTypo: false, isSynonym: true, words: mask });
  }
}

/** The term and its forms, if the index has them. */
async function knownForms(store: Store, term: string): Promise<Form[]> {
  const all = [term, ...forms(store.site.language, term)];
  const postings = await Promise.all(all.map((form) => store.postings(form)));
  return all.flatMap((form, at) => {
    const own = postings[at];
    return own ? [{ term: form, postings: own }] : [];
  });
}
