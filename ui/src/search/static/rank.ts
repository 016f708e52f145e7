/** Ranks the sections that match a query, as `server/src/search/rank.rs` does; the constants are documented there. */

import type { Store } from './store';
import { tokens } from './text';
import * as tuning from './tuning';
import { type Phrase, type Query, requiredOf, type Word } from './expansions';

export type Ranked = { section: number; score: number };

const DEFINED = 64;
/** The bits of the fields title and alias. */
const NAMES = 2 | 16;
/** The bits of a section's own heading and other name. */
const HEADED = 1 | 32;

type Board = {
  scores: Float32Array;
  words: Uint32Array;
  headed: Uint32Array;
  defined: Uint32Array;
  named: Uint8Array;
};

export async function rank(store: Store, query: Query, accepts: (page: number) => boolean): Promise<Ranked[]> {
  const { words, phrases } = query;
  const required = words.filter(({ isFiller }) => !isFiller).length;
  const isKnown = ({ expansions, isFiller }: Word, at: number) =>
    !isFiller && (expansions.length > 0 || phrases.some((phrase) => phrase.words & (1 << at)));
  const known = words.filter(isKnown).length;
  if (known === 0 || known * 2 < required) return [];
  const size = store.site.sections.length;
  const board: Board = {
    scores: new Float32Array(size),
    words: new Uint32Array(size),
    headed: new Uint32Array(size),
    defined: new Uint32Array(size),
    named: new Uint8Array(size),
  };
  const weights = phrases.map(({ terms, words }) => ({ words, sections: phraseWeights(terms) }));
  const rarities = words.map((word, at) => {
    if (word.isFiller) return 0;
    const own = weights.filter((phrase) => phrase.words & (1 << at));
    return countWord(store, word, at, board, combine(own.map(({ sections }) => sections)));
  });
  const hits = select(store, board, rarities, required, accepts).sort(order);
  rerank(store, query, board, hits);
  if (words.length > 1) await boostAdjacentWords(store, words, hits);
  return hits;
}

const order = (a: Ranked, b: Ranked) => b.score - a.score || a.section - b.section;

/** The sections of all phrases of a word, each with its largest weight. */
function combine(phrases: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const all = new Map<number, number>();
  for (const sections of phrases)
    for (const [section, weight] of sections) all.set(section, Math.max(all.get(section) ?? 0, weight));
  return all;
}

/** Adds the weights of a word to the scores of all sections that have it; returns the rarity of the word. */
function countWord(
  { site }: Store,
  { expansions }: Word,
  at: number,
  board: Board,
  counts: Map<number, number>,
): number {
  for (const { postings, weight, typedChars, isTypo, isSynonym } of expansions) {
    const [head, text] = postings;
    for (let [pair, section] = [0, 0]; pair < head.length; pair += 2) {
      section += head[pair] ?? 0;
      const bits = head[pair + 1] ?? 0;
      counts.set(section, Math.max(counts.get(section) ?? 0, headWeight(bits) * weight));
      if (bits & HEADED) board.headed[section] = (board.headed[section] ?? 0) | (1 << at);
      if (bits & NAMES && !isSynonym) board.named[section] = 1;
      if (!isTypo && !isSynonym && weight > tuning.MIN_DEFINING_WEIGHT && bits & DEFINED)
        board.defined[section] = (board.defined[section] ?? 0) | (1 << at);
    }
    if (typedChars < tuning.MIN_CHARS_PREFIX_IN_TEXT) continue;
    for (let [pair, section] = [0, 0]; pair < text.length; pair += 2) {
      section += text[pair] ?? 0;
      const norm = 1 - tuning.BM25_B + (tuning.BM25_B * (site.sections[section]?.[4] ?? 0)) / site.mean;
      const times = 1 + Math.log(text[pair + 1] ?? 1);
      const own = ((tuning.TEXT_WEIGHT * times) / Math.max(norm, tuning.MIN_LENGTH_NORM)) * weight;
      const before = counts.get(section) ?? 0;
      // The same term in a heading field adds to it.
      counts.set(section, Math.max(own, before + tuning.TEXT_BESIDE_HEAD * own * (before > 0 ? 1 : 0)));
    }
  }
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

/** The sections that have all terms of a phrase, each with the least of the terms' weights times that of a synonym. */
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
  return new Map([...(all ?? [])].map(([section, weight]) => [section, weight * tuning.SYNONYM_WEIGHT]));
}

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
    if (words === 0 || !accepts(page)) return;
    if (onlyWhole && words !== all && shareOf(board.headed[section] ?? 0) < tuning.MIN_HEADED_SHARE) return;
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
function rerank({ site, pageOf }: Store, query: Query, board: Board, hits: Ranked[]): void {
  const typed = query.words.map(({ term, isFiller }) => (isFiller ? '' : term)).join('');
  const all = requiredOf(query);
  const first = hits.slice(0, tuning.RERANKED_HITS);
  for (const hit of first) {
    const [, , heading, anchor] = site.sections[hit.section] ?? [1, -1, '', '', 0];
    const page = site.pages[pageOf[hit.section] ?? 0];
    if (!page) continue;
    let boost = nameBoost(query, [heading, page[1]], anchor === '', site.language.fillers);
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

function nameBoost(
  query: Query,
  [heading, title]: readonly [heading: string, title: string],
  isPage: boolean,
  fillers: readonly string[],
): number {
  const own = matchName(query, heading, fillers);
  const all = requiredOf(query);
  if ((all & ~own.words) === 0) {
    const inOrder = own.inOrder ? tuning.ORDER_BOOST : 0;
    const boost = tuning.HEADING_BOOST + tuning.WHOLE_HEADING_BOOST * own.share * own.share + inOrder;
    return boost * (isPage ? tuning.PAGE_BOOST : 1);
  }
  const part = 1 + tuning.PART_HEADING_BOOST * (countOf(own.words) / countOf(all)) * own.share * own.share;
  if (isPage) return part;
  const above = matchName(query, title, fillers);
  const isNamed = (all & ~(own.words | above.words)) === 0 && (own.words & ~above.words) !== 0;
  const both = tuning.HEADING_AND_TITLE_BOOST + tuning.WHOLE_HEADING_AND_TITLE_BOOST * own.share * above.share;
  return isNamed ? part + both : part;
}

const countOf = (bits: number) => [...bits.toString(2)].filter((bit) => bit === '1').length;

/** How the words of a query match a name: a bit for each, their share of the name without fillers, and whether they have its order. */
function matchName(
  query: Query,
  name: string,
  fillers: readonly string[],
): { words: number; share: number; inOrder: boolean } {
  const { words, phrases } = query;
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
    if (!fillers.includes(term)) weights[at] = best.expansion.weight;
  });
  for (const phrase of phrases) {
    const positions = phrase.terms.map((forms) => {
      const spellings = new Set(forms.map(({ term }) => term));
      return list.findIndex((term) => spellings.has(term));
    });
    if (positions.includes(-1)) continue;
    mask |= phrase.words;
    for (const at of positions)
      if (!fillers.includes(list[at] ?? '')) weights[at] = Math.max(weights[at] ?? 0, tuning.SYNONYM_WEIGHT);
  }
  const matched = weights.reduce((sum, own) => sum + own, 0);
  // A filler names nothing.
  return {
    words: mask & requiredOf(query),
    share: matched / Math.max(1, list.filter((term) => !fillers.includes(term)).length),
    inOrder,
  };
}

/** The longest run of adjacent words of the query in a text, and their largest share among neighbouring words. */
export function proximity(words: readonly Word[], text: string): { run: number; share: number } {
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
      if (set.has(term) && !words[number]?.isFiller) seen[number] = at;
    });
    most = Math.max(most, seen.filter((last) => last + tuning.NEAR_WORDS > at).length);
  });
  const count = words.filter(({ isFiller }) => !isFiller).length;
  return { run: longest, share: most / Math.max(1, count) };
}
