/** Ranks the sections that match a query, as `server/src/search/rank.rs` does; the constants are documented there. */

import type { Store } from './store';
import { tokens } from './text';
import * as tuning from './tuning';
import type { Phrase, Word } from './expansions';

export type Ranked = { section: number; score: number };

const DEFINED = 64;
/** The bits of the fields title and alias. */
const NAMES = 2 | 16;

type Board = { scores: Float32Array; words: Uint32Array; defined: Uint32Array; named: Uint8Array };

export async function rank(
  store: Store,
  words: readonly Word[],
  accepts: (page: number) => boolean,
): Promise<Ranked[]> {
  const required = words.filter(({ isFiller }) => !isFiller);
  const known = required.filter(({ expansions, phrases }) => expansions.length > 0 || phrases.length > 0).length;
  if (known === 0 || known * 2 < required.length) return [];
  const size = store.site.sections.length;
  const board: Board = {
    scores: new Float32Array(size),
    words: new Uint32Array(size),
    defined: new Uint32Array(size),
    named: new Uint8Array(size),
  };
  const rarities = words.map((word, at) => (word.isFiller ? 0 : countWord(store, word, at, board)));
  const hits = select(store, board, rarities, required.length, accepts).sort(order);
  rerank(store, words, board, hits);
  if (words.length > 1) await boostAdjacentWords(store, words, hits);
  return hits;
}

const order = (a: Ranked, b: Ranked) => b.score - a.score || a.section - b.section;

/** Adds the weights of a word to the scores of all sections that have it; returns the rarity of the word. */
function countWord({ site }: Store, { expansions, phrases }: Word, at: number, board: Board): number {
  const counts = new Map<number, number>();
  for (const { postings, weight, typedChars, isTypo, isSynonym } of expansions) {
    const [head, text] = postings;
    for (let [pair, section] = [0, 0]; pair < head.length; pair += 2) {
      section += head[pair] ?? 0;
      const bits = head[pair + 1] ?? 0;
      counts.set(section, Math.max(counts.get(section) ?? 0, headWeight(bits) * weight));
      if (bits & NAMES && !isSynonym) board.named[section] = 1;
      if (!isTypo && weight > tuning.MIN_DEFINING_WEIGHT && bits & DEFINED)
        board.defined[section] = (board.defined[section] ?? 0) | (1 << at);
    }
    if (typedChars < tuning.MIN_CHARS_PREFIX_IN_TEXT) continue;
    for (let [pair, section] = [0, 0]; pair < text.length; pair += 2) {
      section += text[pair] ?? 0;
      const norm = 1 - tuning.BM25_B + (tuning.BM25_B * (site.sections[section]?.[4] ?? 0)) / site.mean;
      const own = ((1 + Math.log(text[pair + 1] ?? 1)) / Math.max(norm, tuning.MIN_LENGTH_NORM)) * weight;
      const before = counts.get(section) ?? 0;
      // The same term in the head of the section adds up.
      counts.set(section, Math.max(own, before + tuning.TEXT_BESIDE_HEAD * own * (before > 0 ? 1 : 0)));
    }
  }
  for (const { terms } of phrases)
    for (const [section, weight] of phraseWeights(terms))
      counts.set(section, Math.max(counts.get(section) ?? 0, weight * tuning.SYNONYM_WEIGHT));
  const [found, all] = [counts.size, site.sections.length];
  const rarity = found === 0 ? 0 : Math.log(1 + Math.max(all - found + 0.5, 0.5) / (found + 0.5));
  for (const [section, count] of counts) {
    board.words[section] = (board.words[section] ?? 0) | (1 << at);
    board.scores[section] = (board.scores[section] ?? 0) + (rarity * count) / (tuning.BM25_K1 + count);
  }
  return rarity;
}

const headWeight = (bits: number) =>
  tuning.FIELD_WEIGHTS.reduce<number>((all, own, bit) => (bits & (1 << bit) ? all + own : all), 0);

/** The sections that have all terms of a phrase, each with the least of the terms' weights. */
function phraseWeights(terms: Phrase['terms']): Map<number, number> {
  let all: Map<number, number> | undefined;
  for (const forms of terms) {
    const weights = new Map<number, number>();
    const add = (section: number, weight: number) => {
      const most = all ? (all.get(section) ?? 0) : Infinity;
      if (most > 0) weights.set(section, Math.max(weights.get(section) ?? 0, Math.min(weight, most)));
    };
    for (const { postings } of forms) {
      const [head, text] = postings;
      for (let [pair, section] = [0, 0]; pair < head.length; pair += 2) {
        section += head[pair] ?? 0;
        add(section, headWeight(head[pair + 1] ?? 0));
      }
      for (let [pair, section] = [0, 0]; pair < text.length; pair += 2) {
        section += text[pair] ?? 0;
        add(section, tuning.TEXT_WEIGHT * tuning.PHRASE_IN_TEXT);
      }
    }
    all = weights;
  }
  return all ?? new Map();
}

/** A bit for each word that is not a filler. */
const requiredOf = (words: readonly Word[]) =>
  words.reduce((mask, { isFiller }, at) => (isFiller ? mask : mask | (1 << at)), 0);

/** The accepted sections. Those that lack words get a lower score, or are left out. */
function select(
  { site, pageOf }: Store,
  board: Board,
  rarities: readonly number[],
  count: number,
  accepts: (page: number) => boolean,
): Ranked[] {
  const total = rarities.reduce((sum, own) => sum + own, 0);
  const all = rarities.reduce((mask, own, at) => (own > 0 ? mask | (1 << at) : mask), 0);
  const shareOf = (words: number) =>
    rarities.reduce((sum, own, at) => (words & (1 << at) ? sum + own : sum), 0) / total;
  const ofPage = new Uint32Array(site.pages.length);
  const whole = new Set<number>();
  board.words.forEach((words, section) => {
    const page = pageOf[section] ?? 0;
    ofPage[page] = (ofPage[page] ?? 0) | words;
    if (words === all && words !== 0 && accepts(page)) whole.add(page);
  });
  const onlyWhole = whole.size >= tuning.ENOUGH_PAGES && count <= tuning.MAX_KEYWORDS;
  const hits: Ranked[] = [];
  board.words.forEach((words, section) => {
    const page = pageOf[section] ?? 0;
    if (words === 0 || (onlyWhole && words !== all) || !accepts(page)) return;
    const [own, around] = words === all ? [1, 1] : [shareOf(words), shareOf(ofPage[page] ?? 0)];
    if (own < tuning.MIN_SECTION_SHARE || around < tuning.MIN_PAGE_SHARE) return;
    const weight = (site.pages[page]?.[4] ?? 100) / 100;
    const isUnnamed = site.pages[page]?.[8] === 1 && board.named[section] !== 1;
    const share =
      (tuning.SECTION_SHARE_WEIGHT * own * own + tuning.PAGE_SHARE_WEIGHT * around * around) *
      (isUnnamed ? tuning.UNNAMED_ENTITY : 1);
    hits.push({ section, score: (board.scores[section] ?? 0) * share * weight });
  });
  return hits;
}

/** Raises the scores of sections that the query names: by heading, page title, other page name or definition. */
function rerank({ site, pageOf }: Store, words: readonly Word[], board: Board, hits: Ranked[]): void {
  const typed = words.map(({ term, isFiller }) => (isFiller ? '' : term)).join('');
  const all = requiredOf(words);
  const first = hits.slice(0, tuning.RERANKED_HITS);
  for (const hit of first) {
    const [, , heading, anchor] = site.sections[hit.section] ?? [1, -1, '', '', 0];
    const page = site.pages[pageOf[hit.section] ?? 0];
    if (!page) continue;
    let boost = nameBoost(words, heading, page[1], anchor === '');
    if (anchor === '' && page[3].split(' ').includes(typed)) boost = Math.max(boost, tuning.ALIAS_BOOST);
    if (board.defined[hit.section] === all) boost = Math.max(boost, tuning.DEFINITION_BOOST);
    hit.score *= boost;
  }
  hits.splice(0, first.length, ...first.sort(order));
}

/** Raises the scores of the best hits whose texts contain adjacent words of the query. */
async function boostAdjacentWords(store: Store, words: readonly Word[], hits: Ranked[]): Promise<void> {
  const near = hits.slice(0, tuning.PROXIMITY_HITS);
  const texts = await Promise.all(near.map(({ section }) => textOf(store, section)));
  near.forEach((hit, at) => {
    const { run, share } = proximity(words, (texts[at] ?? '').slice(0, tuning.PROXIMITY_TEXT));
    hit.score *= 1 + tuning.ADJACENT_WORD_BOOST * Math.max(0, run - 1) + tuning.NEAR_WORDS_BOOST * share;
  });
  hits.splice(0, near.length, ...near.sort(order));
}

export async function textOf({ site, pageOf, texts }: Store, section: number): Promise<string> {
  const page = pageOf[section] ?? 0;
  const list = await texts(page);
  return list[section - (site.pages[page]?.[7] ?? 0)] ?? '';
}

function nameBoost(words: readonly Word[], heading: string, title: string, isPage: boolean): number {
  const own = matchName(words, heading);
  const all = requiredOf(words);
  if ((all & ~own.words) === 0) {
    const inOrder = own.inOrder ? tuning.ORDER_BOOST : 0;
    const boost = tuning.HEADING_BOOST + tuning.WHOLE_HEADING_BOOST * own.share * own.share + inOrder;
    return boost * (isPage ? tuning.PAGE_BOOST : 1);
  }
  if (isPage) return 1;
  const above = matchName(words, title);
  const isNamed = (all & ~(own.words | above.words)) === 0 && (own.words & ~above.words) !== 0;
  return isNamed ? tuning.HEADING_AND_TITLE_BOOST + tuning.WHOLE_HEADING_AND_TITLE_BOOST * own.share * above.share : 1;
}

/** How the words of a query match a name: a bit for each, their share of the name, and whether they have its order. */
function matchName(words: readonly Word[], name: string): { words: number; share: number; inOrder: boolean } {
  const list = tokens(name).map(({ term }) => term);
  const weights = list.map(() => 0);
  let [mask, inOrder, last] = [0, true, -1];
  list.forEach((term, at) => {
    const spellings = [term, term + (list[at + 1] ?? ''), (list[at - 1] ?? '') + term];
    const matches = words.flatMap(({ expansions }, number) => {
      const expansion = expansions.find((one) => spellings.includes(one.term));
      return expansion ? [{ number, expansion }] : [];
    });
    const best = matches.reduce<(typeof matches)[number] | undefined>(
      (most, one) => (most && most.expansion.weight > one.expansion.weight ? most : one),
      undefined,
    );
    if (!best) return;
    inOrder &&= best.number >= last;
    last = best.number;
    mask |= best.expansion.words;
    weights[at] = best.expansion.weight;
  });
  for (const phrase of words.flatMap(({ phrases }) => phrases)) {
    const positions = phrase.terms.map((forms) => {
      const spellings = new Set(forms.map(({ term }) => term));
      return list.findIndex((term) => spellings.has(term));
    });
    if (positions.includes(-1)) continue;
    mask |= phrase.words;
    for (const at of positions) weights[at] = Math.max(weights[at] ?? 0, tuning.SYNONYM_WEIGHT);
  }
  const matched = weights.reduce((sum, own) => sum + own, 0);
  return { words: mask, share: matched / Math.max(1, list.length), inOrder };
}

/** The longest run of adjacent words of the query in a text, and their largest share among neighbouring words. */
function proximity(words: readonly Word[], text: string): { run: number; share: number } {
  const sets = words.map(({ expansions }) => new Set(expansions.map(({ term }) => term)));
  const seen = words.map(() => -Infinity);
  let [longest, run, expected, most] = [0, 0, 0, 0];
  tokens(text).forEach(({ term }, at) => {
    const first = sets.findIndex((set) => set.has(term));
    if (first < 0) {
      run = 0;
      return;
    }
    if (run > 0 && sets[expected]?.has(term)) {
      run += 1;
      expected += 1;
    } else [run, expected] = [1, first + 1];
    longest = Math.max(longest, run);
    sets.forEach((set, number) => {
      if (set.has(term)) seen[number] = at;
    });
    most = Math.max(most, seen.filter((last) => last + tuning.NEAR_WORDS > at).length);
  });
  const count = words.filter(({ isFiller }) => !isFiller).length;
  return { run: longest, share: Math.min(1, most / Math.max(1, count)) };
}
