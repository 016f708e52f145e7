/** The words of a query with the terms of the index that match them. */

import type { Postings } from './store';

/** A term that matches a word of the query: its weight, and how many of its characters were typed, if not all. */
export type Expansion = {
  term: string;
  weight: number;
  postings: Postings;
  /** Infinite for the whole word. */
  typedChars: number;
  isTypo: boolean;
  isSynonym: boolean;
  /** The words of the query that the term replaces, a bit each. */
  words: number;
};

/** A synonym of several words: the forms of each of its terms, and the words of the query that it replaces, a bit each. */
export type Phrase = { terms: readonly (readonly Form[])[]; words: number };
export type Form = { term: string; postings: Postings };

export type Word = {
  term: string;
  expansions: Expansion[];
  /** Whether the word only makes the query a sentence, such as `how`. */
  isFiller: boolean;
};

/** The words of a query, and the synonyms of several words, each once. */
export type Query = {
  words: readonly Word[];
  phrases: readonly Phrase[];
  /** Words that say nothing in the language of the query. */
  fillers: readonly string[];
};

/** A bit for each word that is not a filler. */
export const requiredOf = ({ words }: Query): number =>
  words.reduce((mask, { isFiller }, at) => (isFiller ? mask : mask | (1 << at)), 0);

/** Adds a term to several words, unless they have it. */
export function addExpansion(words: readonly Word[], expansion: Expansion): void {
  for (const { expansions } of words)
    if (!expansions.some(({ term }) => term === expansion.term)) expansions.push(expansion);
}
