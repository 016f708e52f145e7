/** Turns a query into terms of the index; the counterpart of `server/src/search/query.rs`. */

import type { Lists, Store } from './store';
import { fold, tokens } from './text';

/** A term that matches a word of the query: its weight, and how many of its letters were typed if not all. */
export type Choice = {
  term: string;
  weight: number;
  lists: Lists;
  /** Infinite for the whole word. */
  letters: number;
  slipped: boolean;
};

export type Word = { term: string; choices: Choice[] };

const MAX_WORDS = 16;
const MAX_TERMS = 400;
/** The maximum number of terms with typos that are looked up: each may need another shard. */
const MAX_TYPO_TERMS = 24;
const ONE_SLIP = 4;
const TWO_SLIPS = 8;
const RARE = 6;
const RESPELLED = 6;
const SHORTENED = 3;

export async function wordsOf(store: Store, text: string): Promise<Word[]> {
  const typed = tokens(text).slice(0, MAX_WORDS);
  const isOpen = /[\p{Alphabetic}\p{N}]$/u.test(text);
  const words = await Promise.all(
    typed.map(async ({ term }, at) => ({
      term,
      choices: await choicesOf(store, term, isOpen && at === typed.length - 1),
    })),
  );
  for (let at = 1; at < words.length; at += 1) {
    const pair = words.slice(at - 1, at + 1);
    await addTerm(store, pair, pair.map(({ term }) => term).join(''), 0.9);
  }
  await addSynonyms(store, words);
  for (const word of words) word.choices = word.choices.sort((a, b) => b.weight - a.weight).slice(0, MAX_TERMS);
  return words;
}

async function addTerm(store: Store, words: readonly Word[], term: string, weight: number): Promise<void> {
  const lists = await store.lists(term);
  for (const { choices } of lists ? words : []) {
    if (lists && !choices.some((known) => known.term === term))
      choices.push({ term, weight, lists, letters: Infinity, slipped: false });
  }
}

async function addSynonyms(store: Store, words: readonly Word[]): Promise<void> {
  for (const list of store.site.synonyms) {
    const phrases = list.map((phrase) => phrase.split(/\s+/).filter(Boolean).map(fold));
    for (const phrase of phrases) {
      const first = words.findIndex((_, at) => phrase.every((term, number) => words[at + number]?.term === term));
      if (first < 0 || phrase.length === 0) continue;
      for (const other of phrases) {
        if (other !== phrase && other.length === 1)
          await addTerm(store, words.slice(first, first + phrase.length), other[0] ?? '', 0.8);
      }
    }
  }
}

async function choicesOf(store: Store, term: string, isPrefix: boolean): Promise<Choice[]> {
  const choices: Choice[] = [];
  const add = (own: string, weight: number, lists: Lists | undefined, letters = Infinity, slipped = false) => {
    if (lists && !choices.some((known) => known.term === own))
      choices.push({ term: own, weight, lists, letters, slipped });
  };
  const hasDigit = /[0-9]/.test(term);
  add(term, 1, await store.lists(term));
  const others = hasDigit ? [] : forms(term);
  const found = await Promise.all(others.map((form) => store.lists(form)));
  others.forEach((form, at) => add(form, 0.85, found[at]));

  const letters = [...term].length;
  const sections = choices.reduce((sum, { lists: [head, text] }) => sum + (head.length + text.length) / 2, 0);
  const isRare = sections <= RARE;
  if (isPrefix || (isRare && !hasDigit && letters >= SHORTENED)) {
    const whole = (isPrefix ? 1 : 0.6) * (choices.length === 0 ? 1 : 0.7);
    for (const [longer, lists] of await store.longer(term))
      add(longer, whole * (0.45 + (0.4 * letters) / [...longer].length), lists, letters);
  }
  if (hasDigit) return choices;
  const slip = async (slips: number, asPrefix: boolean) => {
    const near = slipped(await store.words(), term, slips, asPrefix);
    const lists = await Promise.all(near.map(({ word }) => store.lists(word)));
    near.forEach(({ word, weight }, at) => add(word, weight, lists[at], Infinity, true));
  };
  if (choices.length === 0 && letters >= ONE_SLIP) {
    await slip(1, isPrefix);
    if (choices.length === 0 && letters >= TWO_SLIPS) await slip(2, isPrefix);
  } else if (isRare && sections > 0 && letters >= RESPELLED) await slip(1, false);
  return choices;
}

/** The terms that are so near, the nearest first. */
function slipped(
  words: readonly string[],
  term: string,
  slips: number,
  isPrefix: boolean,
): { word: string; weight: number }[] {
  const letters = [...term];
  // The beginnings of short words are near to everything.
  const asPrefix = isPrefix && letters.length > ONE_SLIP;
  const near: { word: string; weight: number }[] = [];
  for (const word of words) {
    if (word.length + slips < letters.length || (!asPrefix && word.length > term.length + slips) || /[0-9]/.test(word))
      continue;
    const others = [...word];
    const distance = distanceOf(letters, others, slips, asPrefix);
    if (distance > slips) continue;
    const longer = Math.max(0, others.length - letters.length - slips);
    // The first letter is seldom wrong.
    near.push({
      word,
      weight: ((distance <= 1 ? 0.7 : 0.5) / (1 + 0.1 * longer)) * (others[0] === letters[0] ? 1 : 0.6),
    });
  }
  return near.sort((a, b) => b.weight - a.weight).slice(0, MAX_TYPO_TERMS);
}

/** Letters left out, added, changed or two changed places, to the whole word or to what begins it. */
export function distanceOf(typed: readonly string[], word: readonly string[], most: number, isPrefix: boolean): number {
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
    if (Math.min(...row) > most) return most + 1;
    [older, old] = [old, row];
  }
  return isPrefix ? Math.min(...old) : (old.at(-1) ?? 0);
}

/** Other forms of an English word; those that the index does not know are passed over. */
export function forms(term: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII.
  if (!/^[\x00-\x7f]{3,}$/.test(term)) return [];
  const stems = [term];
  const endings: [string, string[]][] = [
    ['ies', ['y']],
    ['es', ['', 'e']],
    ['s', ['']],
    ['ing', ['', 'e']],
    ['ed', ['', 'e']],
    ['ings', ['', 'e']],
  ];
  for (const [ending, others] of endings) {
    const stem = term.slice(0, -ending.length);
    if (!term.endsWith(ending) || stem.length < 3) continue;
    stems.push(...others.map((other) => stem + other));
    if (ending.length > 1 && stem.at(-1) === stem.at(-2)) stems.push(stem.slice(0, -1));
  }
  const list = stems
    .filter((stem) => stem.length >= 3)
    .flatMap((stem) => {
      const bare = stem.replace(/e$/, '');
      return [
        stem,
        `${stem}s`,
        `${stem}es`,
        `${bare}ing`,
        `${bare}ed`,
        ...(stem.endsWith('y') ? [`${stem.slice(0, -1)}ies`] : []),
      ];
    });
  return [...new Set(list)].filter((form) => form !== term);
}
