/** Turns a query into terms of the index; the counterpart of `server/src/search/query.rs`. */

import { addExpansion, type Expansion, type Query, type Word } from './expansions';
import { fillersOf, markFillers } from './fillers';
import { knownForms } from './forms';
import type { Postings, Store } from './store';
import { addSynonyms } from './synonyms';
import { tokens } from './text';
import * as tuning from './tuning';

/** The maximum number of terms with typos that are looked up: each may need another shard. */
const MAX_TYPO_TERMS = 24;

/** `language` is the only one that is searched. */
export async function queryOf(store: Store, text: string, language?: string): Promise<Query> {
  const typed = tokens(text).slice(0, tuning.MAX_WORDS);
  const isOpen = /[\p{Alphabetic}\p{N}]$/u.test(text);
  const terms = typed.map(({ term }) => term);
  const fillers = fillersOf(store.site, language);
  const areFillers = markFillers(fillers, terms);
  const words: Word[] = await Promise.all(
    terms.map(async (term, at) => {
      const isFiller = areFillers[at] ?? false;
      const expansions = await expansionsOf(store, term, isOpen && at === terms.length - 1, !isFiller);
      return {
        term,
        expansions: expansions.map((expansion) => ({ ...expansion, words: 1 << at })),
        isFiller,
      };
    }),
  );
  for (let at = 1; at < words.length; at += 1) {
    const pair = words.slice(at - 1, at + 1);
    const postings = await store.postings(pair.map(({ term }) => term).join(''));
    const expansion = {
      term: pair.map(({ term }) => term).join(''),
      weight: tuning.JOINED_WEIGHT,
      typedChars: Infinity,
    };
    if (postings) addExpansion(pair, { ...expansion, postings, isTypo: false, isSynonym: false, words: 3 << (at - 1) });
  }
  const phrases = await addSynonyms(store, words);
  for (const word of words)
    word.expansions = word.expansions.sort((a, b) => b.weight - a.weight).slice(0, tuning.MAX_EXPANSIONS);
  return { words, phrases, fillers: fillers.always };
}

async function expansionsOf(store: Store, term: string, isPrefix: boolean, hasTypos: boolean): Promise<Expansion[]> {
  const expansions: Expansion[] = [];
  const add = (own: string, weight: number, postings: Postings | undefined, typedChars = Infinity, isTypo = false) => {
    if (postings && !expansions.some((known) => known.term === own))
      expansions.push({ term: own, weight, postings, typedChars, isTypo, isSynonym: false, words: 0 });
  };
  const hasDigit = /[0-9]/.test(term);
  for (const { term: form, postings } of await knownForms(store, term))
    if (form === term) add(form, 1, postings);
    else if (!hasDigit) add(form, tuning.INFLECTION_WEIGHT, postings);

  const length = [...term].length;
  const sections = expansions.reduce((sum, { postings: [head, text] }) => sum + (head.length + text.length) / 2, 0);
  const isRare = sections <= tuning.RARE_SECTIONS;
  if (isPrefix || (isRare && !hasDigit && length >= tuning.MIN_CHARS_ABBREVIATED)) {
    const whole = (isPrefix ? 1 : tuning.ABBREVIATION) * (expansions.length === 0 ? 1 : tuning.KNOWN_WORD_COMPLETION);
    const isNumber = expansions.length > 0 && /[0-9.]$/.test(term);
    for (const [longer, postings] of await store.completions(term)) {
      // `9` is no beginning of `90`, where the index has `9`; `2.0` is that of `2.0b`.
      if (isNumber && /^[0-9.]/.test(longer.slice(term.length))) continue;
      add(
        longer,
        whole * (tuning.COMPLETION_WEIGHT + (tuning.COMPLETION_SHARE_WEIGHT * length) / [...longer].length),
        postings,
        length,
      );
    }
  }
  if (hasDigit || !hasTypos) return expansions;
  const addTypos = async (typos: number, asPrefix: boolean) => {
    const near = typosOf(await store.words(), term, typos, asPrefix);
    const postings = await Promise.all(near.map(({ word }) => store.postings(word)));
    near.forEach(({ word, weight }, at) => add(word, weight, postings[at], Infinity, true));
  };
  if (expansions.length === 0 && length >= tuning.MIN_CHARS_ONE_TYPO) {
    await addTypos(1, isPrefix);
    if (expansions.length === 0 && length >= tuning.MIN_CHARS_TWO_TYPOS) await addTypos(2, isPrefix);
  } else if (isRare && sections > 0 && length >= tuning.MIN_CHARS_RESPELLED) await addTypos(1, false);
  return expansions;
}

/** The terms within a number of typos, the nearest first. */
function typosOf(
  words: readonly string[],
  term: string,
  typos: number,
  isPrefix: boolean,
): { word: string; weight: number }[] {
  const characters = [...term];
  // Prefixes of short words are near to too many terms.
  const asPrefix = isPrefix && characters.length > tuning.MIN_CHARS_ONE_TYPO;
  const near: { word: string; weight: number }[] = [];
  for (const word of words) {
    if (
      word.length + typos < characters.length ||
      (!asPrefix && word.length > term.length + typos) ||
      /[0-9]/.test(word)
    )
      continue;
    const others = [...word];
    const distance = distanceOf(characters, others, typos, asPrefix);
    if (distance > typos) continue;
    const longer = Math.max(0, others.length - characters.length - typos);
    const typoWeight = distance <= 1 ? tuning.ONE_TYPO_WEIGHT : tuning.TWO_TYPOS_WEIGHT;
    const sameStart = others[0] === characters[0] ? 1 : tuning.OTHER_FIRST_CHAR;
    near.push({ word, weight: (typoWeight / (1 + tuning.EXTRA_CHAR_PENALTY * longer)) * sameStart });
  }
  return near.sort((a, b) => b.weight - a.weight).slice(0, MAX_TYPO_TERMS);
}

/** The number of deleted, inserted, changed and swapped characters, compared with a word or, as a prefix, its beginning. */
export function distanceOf(typed: readonly string[], word: readonly string[], max: number, isPrefix: boolean): number {
  let [older, old]: [number[], number[]] = [[], word.map((_, at) => at).concat(word.length)];
  for (let at = 1; at <= typed.length; at += 1) {
    const row = [at];
    for (let other = 1; other <= word.length; other += 1) {
      const same = typed[at - 1] === word[other - 1] ? 0 : 1;
      let best = Math.min((old[other] ?? 0) + 1, (row[other - 1] ?? 0) + 1, (old[other - 1] ?? 0) + same);
      const swapped = at > 1 && other > 1 && typed[at - 1] === word[other - 2] && typed[at - 2] === word[other - 1];
      if (swapped) best = Math.min(best, (older[other - 2] ?? 0) + 1);
      row.push(best);
    }
    if (Math.min(...row) > max) return max + 1;
    [older, old] = [old, row];
  }
  return isPrefix ? Math.min(...old) : (old.at(-1) ?? 0);
}
