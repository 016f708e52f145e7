/**
 * Ranks the sections that match a query, as `server/src/search/rank.rs` does; the constants are documented there. It does not
 * compare what is for the record with the page that it is about, counts no fillers and no further hits of a page, a thing
 * whose title the query has in part is not put behind another, and the sections of a thing come before it as those of other pages do.
 */

import { HEADER_MARK } from './lines';
import type { Store } from './store';
import { tokens } from './text';
import * as tuning from './tuning';
import { type Phrase, type Query, requiredOf, type Word } from './expansions';

export type Ranked = { section: number; score: number };

type Board = {
  scores: Float32Array;
  words: Uint32Array;
  headed: Uint32Array;
  defined: Uint32Array;
  named: Uint8Array;
  /** Sections of pages for the record that a word asks for. */
  requested: Uint8Array;
};

export async function rank(store: Store, query: Query, accepts: (page: number) => boolean): Promise<Ranked[]> {
  const { words, phrases } = query;
  const size = store.site.sections.length;
  const board: Board = {
    scores: new Float32Array(size),
    words: new Uint32Array(size),
    headed: new Uint32Array(size),
    defined: new Uint32Array(size),
    named: new Uint8Array(size),
    requested: new Uint8Array(size),
  };
  const weights = phrases.map(({ terms }) => phraseWeights(terms));
  const has = (at: number) => (_: unknown, phrase: number) => (phrases[phrase]?.words ?? 0) & (1 << at);
  const rarities = words.map((word, at) =>
    word.isFiller ? 0 : countWord(store, word, at, board, weights.filter(has(at))),
  );
  const count = countOf(requiredOf(query));
  const found = rarities.filter((own) => own > 0).length;
  if (found === 0 || found * 2 < count) return [];
  const hits = select(store, query, board, rarities, accepts).sort(order);
  rerank(store, query, board, hits);
  if (words.length > 1) await boostAdjacentWords(store, words, hits);
  preferSections(store, query, board, hits);
  return hits;
}

const order = (a: Ranked, b: Ranked) => b.score - a.score || a.section - b.section;

/** Calls a function with each section of a list of postings, and with its bits or its count. */
function visit(list: readonly number[], call: (section: number, value: number) => void): void {
  let section = 0;
  list.forEach((value, at) => {
    if (at % 2 === 0) section += value;
    else call(section, value);
  });
}

type Weights = Map<number, number>;

function raise(weights: Weights, section: number, weight: number): void {
  weights.set(section, Math.max(weights.get(section) ?? 0, weight));
}

function mark(list: Uint32Array, section: number, at: number): void {
  list[section] = (list[section] ?? 0) | (1 << at);
}

/** Adds the weights of a word to the scores of all sections that have it; returns the rarity of the word. */
function countWord(
  { site, pageOf }: Store,
  { expansions }: Word,
  at: number,
  board: Board,
  phrases: readonly Weights[],
): number {
  const counts: Weights = new Map();
  const titledRecords: number[] = [];
  let [factor, isTitled]: [number, boolean] = [tuning.PROSE_WORD, false];
  for (const phrase of phrases) phrase.forEach((weight, section) => raise(counts, section, weight));
  for (const { postings, weight, typedChars, isTypo, isSynonym } of expansions) {
    const [head, text] = postings;
    const isWord = !isTypo && !isSynonym && weight > tuning.MIN_DEFINING_WEIGHT;
    visit(head, (section, bits) => {
      raise(counts, section, headWeight(bits) * weight);
      const isRecord = site.pages[pageOf[section] ?? 0]?.[4] !== tuning.FULL_WEIGHT;
      if (bits & tuning.HEADING_FIELDS) {
        mark(board.headed, section, at);
        if (!isRecord) factor = 1;
      }
      if (bits & tuning.TITLE_FIELDS) {
        if (isRecord) titledRecords.push(section);
        else isTitled = true;
      }
      if (bits & tuning.NAME_FIELDS && !isSynonym) board.named[section] = 1;
      if (isWord && bits & tuning.DEFINING_FIELDS) mark(board.defined, section, at);
    });
    if (typedChars < tuning.MIN_CHARS_PREFIX_IN_TEXT) continue;
    visit(text, (section, times) => {
      const norm = 1 - tuning.BM25_B + (tuning.BM25_B * (site.sections[section]?.[4] ?? 0)) / site.mean;
      const frequency = tuning.TEXT_WEIGHT * (1 + Math.log(times));
      const own = (frequency / Math.max(norm, tuning.MIN_LENGTH_NORM)) * weight;
      const before = counts.get(section) ?? 0;
      // The same term in a heading field adds to it.
      raise(counts, section, before > 0 ? Math.max(own, before + tuning.TEXT_BESIDE_HEAD * own) : own);
    });
  }
  if (!isTitled) for (const section of titledRecords) board.requested[section] = 1;
  const [found, all] = [counts.size, site.sections.length];
  const rarity = found === 0 ? 0 : factor * Math.log(1 + Math.max(all - found + 0.5, 0.5) / (found + 0.5));
  counts.forEach((count, section) => {
    mark(board.words, section, at);
    board.scores[section] = (board.scores[section] ?? 0) + (rarity * count) / (tuning.BM25_K1 + count);
  });
  return rarity;
}

const headWeight = (bits: number) =>
  tuning.FIELD_WEIGHTS.reduce<number>((all, own, bit) => (bits & (1 << bit) ? all + own : all), 0);

/** The sections that have all terms of a phrase, each with the least of the terms' weights times that of a synonym. */
function phraseWeights(terms: Phrase['terms']): Weights {
  let all: Weights | undefined;
  for (const forms of terms) {
    const weights: Weights = new Map();
    const add = (section: number, weight: number) => {
      const most = all ? (all.get(section) ?? 0) : Infinity;
      if (most > 0) raise(weights, section, Math.min(weight * tuning.SYNONYM_WEIGHT, most));
    };
    for (const { postings } of forms) {
      visit(postings[0], (section, bits) => add(section, headWeight(bits)));
      visit(postings[1], (section) => add(section, tuning.TEXT_WEIGHT * tuning.PHRASE_IN_TEXT));
    }
    all = weights;
  }
  return all ?? new Map();
}

/** The accepted sections. Those that lack words get a lower score, or are left out. */
function select(
  store: Store,
  query: Query,
  board: Board,
  rarities: readonly number[],
  accepts: (page: number) => boolean,
): Ranked[] {
  const { site, pageOf } = store;
  const count = countOf(requiredOf(query));
  const isSubject = subjectsOf(store, query, board);
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
    const subject = isSubject(section, page);
    if (onlyWhole && words !== all && !subject && shareOf(board.headed[section] ?? 0) < tuning.MIN_HEADED_SHARE) return;
    const shares = words === all ? [1, 1] : [shareOf(words), shareOf(ofPage[page] ?? 0)];
    const [own = 0, around = 0] = shares.map((share) => (subject ? Math.max(share, tuning.SUBJECT_SHARE) : share));
    if (own < tuning.MIN_SECTION_SHARE || around < tuning.MIN_PAGE_SHARE) return;
    const weight = board.requested[section] ? 1 : (site.pages[page]?.[4] ?? 0) / tuning.FULL_WEIGHT;
    const isUnnamed = site.pages[page]?.[8] === 1 && board.named[section] !== 1;
    const isTool = words === all && site.sections[section]?.[5] === 1;
    const share =
      (tuning.SECTION_SHARE_WEIGHT * own ** tuning.SHARE_POWER +
        tuning.PAGE_SHARE_WEIGHT * around ** tuning.SHARE_POWER) *
      (isUnnamed ? tuning.UNNAMED_ENTITY : 1) *
      (isTool ? tuning.TOOL_BOOST : 1);
    hits.push({ section, score: (board.scores[section] ?? 0) * share * weight });
  });
  return hits;
}

/** Whether a section is on a page about one thing whose whole title the query has. */
function subjectsOf({ site }: Store, query: Query, board: Board): (section: number, page: number) => boolean {
  const known = new Map<number, boolean>();
  return (section, page) => {
    const [, title = '', , , , , , , isEntity] = site.pages[page] ?? [];
    if (isEntity !== 1 || board.named[section] !== 1) return false;
    const own = known.get(page) ?? matchName(query, title).isFull;
    known.set(page, own);
    return own;
  };
}

/** Puts the section of a page in which the query's words are before the page, if it is nearly as good. */
function preferSections({ site, pageOf }: Store, query: Query, board: Board, hits: Ranked[]): void {
  const first = hits.slice(0, tuning.RERANKED_HITS);
  const wordsOf = (hit: Ranked) => board.words[hit.section] ?? 0;
  first.forEach((page, at) => {
    const [, , heading = '', anchor] = site.sections[page.section] ?? [];
    if (anchor !== '' || (requiredOf(query) & ~matchName(query, heading).words) === 0) return;
    const least = tuning.SECTION_OF_PAGE_SHARE * page.score;
    const isOfPage = ({ section }: Ranked) => pageOf[section] === pageOf[page.section];
    const best = first
      .slice(at + 1)
      .find((hit) => hit.score >= least && isOfPage(hit) && (wordsOf(page) & ~wordsOf(hit)) === 0);
    if (best) [page.score, best.score] = [best.score, page.score];
  });
  hits.splice(0, first.length, ...first.sort(order));
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
    let boost = nameBoost(query, [heading, page[1]], anchor === '');
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

function nameBoost(query: Query, [heading, title]: readonly [heading: string, title: string], isPage: boolean): number {
  const own = matchName(query, heading);
  const all = requiredOf(query);
  if ((all & ~own.words) === 0) {
    const inOrder = own.inOrder ? tuning.ORDER_BOOST : 0;
    const boost = tuning.HEADING_BOOST + tuning.WHOLE_HEADING_BOOST * own.share * own.share + inOrder;
    return boost * (isPage ? tuning.PAGE_BOOST : 1);
  }
  const part = 1 + tuning.PART_HEADING_BOOST * (countOf(own.words) / countOf(all)) * own.share * own.share;
  if (isPage) return part;
  const above = matchName(query, title);
  const isNamed = (all & ~(own.words | above.words)) === 0 && (own.words & ~above.words) !== 0;
  const both = tuning.HEADING_AND_TITLE_BOOST + tuning.WHOLE_HEADING_AND_TITLE_BOOST * own.share * above.share;
  return isNamed ? part + both : part;
}

const countOf = (bits: number) => bits.toString(2).replaceAll('0', '').length;

/** How the words of a query match a name: a bit for each, their share of the name without fillers, and whether they have its order. */
function matchName(query: Query, name: string): { words: number; share: number; inOrder: boolean; isFull: boolean } {
  const { words, phrases, fillers } = query;
  const list = tokens(name).map(({ term }) => term);
  const weights = list.map(() => 0);
  let [mask, inOrder, last] = [0, true, -1];
  list.forEach((term, at) => {
    const spellings = [term, term + (list[at + 1] ?? ''), (list[at - 1] ?? '') + term];
    const matches = words.map(({ expansions }) => expansions.find((one) => spellings.includes(one.term)));
    const weight = Math.max(...matches.map((one) => one?.weight ?? 0));
    const number = matches.findLastIndex((one) => one?.weight === weight);
    if (number < 0) return;
    inOrder &&= number >= last;
    last = number;
    mask |= matches[number]?.words ?? 0;
    weights[at] = weight;
  });
  for (const phrase of phrases) {
    const positions = phrase.terms.map((forms) => {
      const spellings = new Set(forms.map(({ term }) => term));
      return list.findIndex((term) => spellings.has(term));
    });
    if (positions.includes(-1)) continue;
    mask |= phrase.words;
    for (const at of positions) weights[at] = Math.max(weights[at] ?? 0, tuning.SYNONYM_WEIGHT);
  }
  // Fillers are no part of a name, and name nothing.
  const own = weights.filter((_, at) => !fillers.includes(list[at] ?? ''));
  const matched = own.reduce((sum, weight) => sum + weight, 0);
  const isFull = own.length > 0 && own.every((weight) => weight > 0);
  return { words: mask & requiredOf(query), share: matched / Math.max(1, own.length), inOrder, isFull };
}

/**
 * The longest run of adjacent words of the query in a text, and their largest share among neighbouring words. In a table, a row
 * and the headers of all columns are near each other.
 */
export function proximity(words: readonly Word[], text: string): { run: number; share: number } {
  const sets = words.map(({ expansions }) => new Set(expansions.map(({ term }) => term)));
  const seen = words.map(() => -Infinity);
  let [longest, run, expected, most, at] = [0, 0, 0, 0, -1];
  let ofColumns = new Set<number>();
  for (const line of text.split('\n')) {
    const isHeader = line.startsWith(HEADER_MARK);
    if (isHeader || !line.includes('\t')) ofColumns = new Set();
    for (const { term } of tokens(line)) {
      at += 1;
      const first = sets.findIndex((set) => set.has(term));
      if (first < 0) {
        run = 0;
        continue;
      }
      if (run > 0 && sets[expected]?.has(term)) {
        run += 1;
        expected += 1;
      } else [run, expected] = [1, first + 1];
      longest = Math.max(longest, run);
      const own = sets.flatMap((set, number) => (set.has(term) && !words[number]?.isFiller ? [number] : []));
      for (const number of own) seen[number] = at;
      const isNear = (last: number, number: number) => last + tuning.NEAR_WORDS > at || ofColumns.has(number);
      most = Math.max(most, seen.filter(isNear).length);
      if (isHeader) for (const number of own) ofColumns.add(number);
    }
  }
  const count = words.filter(({ isFiller }) => !isFiller).length;
  return { run: longest, share: most / Math.max(1, count) };
}
