/** Ranks the sections that a query finds; the counterpart of `server/src/search/rank.rs`, where the figures are explained. */

import type { Store } from './store';
import { tokens } from './text';
import type { Choice, Word } from './words';

export type Ranked = { section: number; score: number };

const DEFINED = 64;
const SATURATION = 4;
const LENGTH = 0.45;
const SECOND_LOOK = 120;
const THIRD_LOOK = 12;
const THIRD_LOOK_TEXT = 6_000;
const ENOUGH_PAGES = 10;
const LONG_PREFIX = 3;

type Board = { scores: Float32Array; words: Uint32Array; defined: Uint32Array };

export async function rank(
  store: Store,
  words: readonly Word[],
  accepts: (page: number) => boolean,
): Promise<Ranked[]> {
  const known = words.filter(({ choices }) => choices.length > 0).length;
  if (known === 0 || known * 2 < words.length) return [];
  const size = store.site.sections.length;
  const board: Board = { scores: new Float32Array(size), words: new Uint32Array(size), defined: new Uint32Array(size) };
  const rarities = words.map((word, at) => countWord(store, word, at, board));
  const hits = select(store, board, rarities, accepts).sort(order);
  lookAgain(store, words, board, hits);
  if (words.length > 1) await lookAtTexts(store, words, hits);
  return hits;
}

const order = (a: Ranked, b: Ranked) => b.score - a.score || a.section - b.section;

/** Adds a word to all sections that have it; gives its rarity. */
function countWord({ site }: Store, { choices }: Word, at: number, board: Board): number {
  const counts = new Map<number, number>();
  for (const { lists, weight, letters, slipped } of choices) {
    const [head, text] = lists;
    for (let [pair, section] = [0, 0]; pair < head.length; pair += 2) {
      section += head[pair] ?? 0;
      const bits = head[pair + 1] ?? 0;
      const sum = site.weights.reduce((all, own, bit) => (bits & (1 << bit) ? all + own : all), 0);
      counts.set(section, Math.max(counts.get(section) ?? 0, sum * weight));
      if (!slipped && weight > 0.8 && bits & DEFINED)
        board.defined[section] = (board.defined[section] ?? 0) | (1 << at);
    }
    if (letters < LONG_PREFIX) continue;
    for (let [pair, section] = [0, 0]; pair < text.length; pair += 2) {
      section += text[pair] ?? 0;
      const norm = 1 - LENGTH + (LENGTH * (site.sections[section]?.[4] ?? 0)) / site.mean;
      const own = ((1 + Math.log(text[pair + 1] ?? 1)) / Math.max(norm, 0.4)) * weight;
      const before = counts.get(section) ?? 0;
      // The same term in the head of the section adds up.
      counts.set(section, Math.max(own, before + 0.5 * own * (before > 0 ? 1 : 0)));
    }
  }
  const [found, all] = [counts.size, site.sections.length];
  const rarity = found === 0 ? 0 : Math.log(1 + Math.max(all - found + 0.5, 0.5) / (found + 0.5));
  for (const [section, count] of counts) {
    board.words[section] = (board.words[section] ?? 0) | (1 << at);
    board.scores[section] = (board.scores[section] ?? 0) + (rarity * count) / (SATURATION + count);
  }
  return rarity;
}

/** The sections that may be shown, those that lack words lowered or left out. */
function select(
  { site, pageOf }: Store,
  board: Board,
  rarities: readonly number[],
  accepts: (page: number) => boolean,
): Ranked[] {
  const total = rarities.reduce((sum, own) => sum + own, 0);
  const all = rarities.reduce((mask, own, at) => (own > 0 ? mask | (1 << at) : mask), 0);
  const share = (words: number) => rarities.reduce((sum, own, at) => (words & (1 << at) ? sum + own : sum), 0) / total;
  const ofPage = new Uint32Array(site.pages.length);
  const whole = new Set<number>();
  board.words.forEach((words, section) => {
    const page = pageOf[section] ?? 0;
    ofPage[page] = (ofPage[page] ?? 0) | words;
    if (words === all && words !== 0 && accepts(page)) whole.add(page);
  });
  const onlyWhole = whole.size >= ENOUGH_PAGES;
  const hits: Ranked[] = [];
  board.words.forEach((words, section) => {
    const page = pageOf[section] ?? 0;
    if (words === 0 || (onlyWhole && words !== all) || !accepts(page)) return;
    const [own, around] = words === all ? [1, 1] : [share(words), share(ofPage[page] ?? 0)];
    // Less than half of what was asked is no answer.
    if (own < 0.34 || around < 0.5) return;
    const weight = (site.pages[page]?.[4] ?? 100) / 100;
    hits.push({ section, score: (board.scores[section] ?? 0) * (0.75 * own * own + 0.25 * around * around) * weight });
  });
  return hits;
}

/** Raises what the query names: a whole heading or title, another name of a page, a definition. */
function lookAgain({ site, pageOf }: Store, words: readonly Word[], board: Board, hits: Ranked[]): void {
  const typed = words.map(({ term }) => term).join('');
  const all = 2 ** words.length - 1;
  const first = hits.slice(0, SECOND_LOOK);
  for (const hit of first) {
    const [, , heading, anchor] = site.sections[hit.section] ?? [1, -1, '', '', 0];
    const page = site.pages[pageOf[hit.section] ?? 0];
    if (!page) continue;
    let raise = nameRaise(words, heading, page[1], anchor === '');
    if (anchor === '' && page[3].split(' ').includes(typed)) raise = Math.max(raise, 1.9);
    if (board.defined[hit.section] === all) raise = Math.max(raise, 2);
    hit.score *= raise;
  }
  hits.splice(0, first.length, ...first.sort(order));
}

/** Neighbours in the texts of the very best. */
async function lookAtTexts(store: Store, words: readonly Word[], hits: Ranked[]): Promise<void> {
  const near = hits.slice(0, THIRD_LOOK);
  const texts = await Promise.all(near.map(({ section }) => textOf(store, section)));
  near.forEach((hit, at) => {
    const run = longestRun(words, (texts[at] ?? '').slice(0, THIRD_LOOK_TEXT));
    hit.score *= 1 + 0.12 * Math.max(0, run - 1);
  });
  hits.splice(0, near.length, ...near.sort(order));
}

export async function textOf({ site, pageOf, texts }: Store, section: number): Promise<string> {
  const page = pageOf[section] ?? 0;
  const list = await texts(page);
  return list[section - (site.pages[page]?.[7] ?? 0)] ?? '';
}

function nameRaise(words: readonly Word[], heading: string, title: string, isPage: boolean): number {
  const own = naming(words, heading);
  const count = words.length;
  if (bitsOf(own.words) === count)
    return (1.25 + 0.75 * own.share * own.share + (own.inOrder ? 0.2 : 0)) * (isPage ? 1.2 : 1);
  if (isPage) return 1;
  const above = naming(words, title);
  const isNamed = bitsOf(own.words | above.words) === count && (own.words & ~above.words) !== 0;
  return isNamed ? 1.1 + 0.5 * own.share * above.share : 1;
}

const bitsOf = (mask: number) => mask.toString(2).replaceAll('0', '').length;

/** How a query matches a name. */
function naming(words: readonly Word[], name: string): { words: number; share: number; inOrder: boolean } {
  const list = tokens(name).map(({ term }) => term);
  let [mask, matched, inOrder, last] = [0, 0, true, -1];
  list.forEach((term, at) => {
    const [next, before] = [list[at + 1], list[at - 1]];
    const fits = (choice: Choice) =>
      choice.term === term ||
      (next !== undefined && choice.term === term + next) ||
      (before !== undefined && choice.term === before + term);
    let best: [number, number] | undefined;
    words.forEach(({ choices }, number) => {
      const weight = choices.find(fits)?.weight;
      if (weight !== undefined && (!best || weight >= best[1])) best = [number, weight];
    });
    if (!best) return;
    inOrder &&= best[0] >= last;
    last = best[0];
    mask |= 1 << best[0];
    matched += best[1];
  });
  return { words: mask, share: matched / Math.max(1, list.length), inOrder };
}

/** The most words of the query that stand side by side in a text, in their order. */
function longestRun(words: readonly Word[], text: string): number {
  const sets = words.map(({ choices }) => new Set(choices.map(({ term }) => term)));
  let [longest, run, expected] = [0, 0, 0];
  for (const { term } of tokens(text)) {
    if (run > 0 && sets[expected]?.has(term)) {
      run += 1;
      expected += 1;
    } else {
      const first = sets.findIndex((set) => set.has(term));
      run = first < 0 ? 0 : 1;
      expected = first + 1;
    }
    longest = Math.max(longest, run);
  }
  return longest;
}
