/** Adds the synonyms of the site to the words of a query; the counterpart of `server/src/search/query/synonyms.rs`. */

import { addExpansion, type Form, type Phrase, type Word } from './expansions';
import { forms } from './forms';
import type { Store } from './store';
import { tokens } from './text';
import * as tuning from './tuning';

/** The phrases of the site's synonyms by their first term, each with the other phrases of its list. */
export type Vocabulary = ReadonlyMap<string, readonly Entry[]>;
type Entry = { phrase: readonly string[]; others: readonly (readonly string[])[] };
type Span = { first: number; count: number };

export function vocabularyOf(synonyms: readonly (readonly string[])[]): Vocabulary {
  const vocabulary = new Map<string, Entry[]>();
  for (const list of synonyms) {
    const phrases = list.map((phrase) => tokens(phrase).map(({ term }) => term)).filter(({ length }) => length > 0);
    for (const phrase of phrases) {
      const [first = ''] = phrase;
      const others = phrases.filter((other) => other !== phrase);
      vocabulary.set(first, [...(vocabulary.get(first) ?? []), { phrase, others }]);
    }
  }
  return vocabulary;
}

/** Adds synonyms of one word to the words, and returns those of several words. */
export async function addSynonyms(store: Store, words: readonly Word[]): Promise<Phrase[]> {
  const own = words.map(({ term }) => [term, ...forms(store.site.language, term)]);
  const isPhrase = (first: number, phrase: readonly string[]) =>
    phrase.every((term, number) => own[first + number]?.includes(term));
  const found = own.flatMap((spellings, first) =>
    spellings
      .flatMap((spelling) => store.vocabulary.get(spelling) ?? [])
      .filter(({ phrase }) => isPhrase(first, phrase))
      .flatMap(({ phrase, others }) => others.map((synonym) => ({ span: { first, count: phrase.length }, synonym }))),
  );
  const known = await Promise.all(
    found.map(({ synonym }) => Promise.all(synonym.map((term) => knownForms(store, term)))),
  );
  const phrases = new Map<string, Phrase>();
  found.forEach(({ span, synonym }, at) => {
    const terms = known[at] ?? [];
    if (terms.length === 1) addWord(words, span, terms[0] ?? [], synonym[0]);
    else if (terms.every(({ length }) => length > 0)) {
      const phrase = { terms, words: maskOf(span) };
      const key = `${phrase.words} ${synonym.join(' ')}`;
      if (phrases.size < tuning.MAX_PHRASES) phrases.set(key, phrase);
    }
  });
  return [...phrases.values()];
}

const maskOf = ({ first, count }: Span) => ((1 << count) - 1) << first;

function addWord(words: readonly Word[], span: Span, terms: readonly Form[], synonym: string | undefined): void {
  for (const { term, postings } of terms) {
    const weight = tuning.SYNONYM_WEIGHT * (term === synonym ? 1 : tuning.INFLECTION_WEIGHT);
    const expansion = { term, weight, postings, typedChars: Infinity, isTypo: false, isSynonym: true };
    addExpansion(words.slice(span.first, span.first + span.count), { ...expansion, words: maskOf(span) });
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
