/** Marks in a text what a query matched: by the rules of `server/src/search/highlight.rs`. */

import type { Piece } from '../hits';
import type { Line } from './lines';
import { numberOf, tokens, type Token } from './text';
import type { Phrase, Query } from './expansions';

export type Terms = Pick<Query, 'phrases' | 'fillers'> & {
  /** The number of characters that were typed of each term. */
  typed: ReadonlyMap<string, number>;
};

export function termsOf({ words, phrases, fillers }: Query): Terms {
  const typed = new Map<string, number>();
  const required = words.filter(({ isFiller }) => !isFiller);
  // `90` for `9` is another number.
  for (const { term, typedChars } of required.flatMap(({ expansions }) => expansions))
    if (typedChars === Infinity || !/[0-9]/.test(term)) typed.set(term, Math.max(typed.get(term) ?? 0, typedChars));
  return { typed, phrases, fillers };
}

type Match = { start: number; end: number };

function matchesIn(terms: Terms, text: string, list: readonly Token[]): Match[] {
  const matches: Match[] = [];
  const add = (start: number, end: number) => {
    const last = matches.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else matches.push({ start, end });
  };
  let phraseEnd = 0;
  list.forEach((token, at) => {
    phraseEnd = Math.max(phraseEnd, ...terms.phrases.map((phrase) => at + lengthAt(phrase, list, at)));
    const end = endOf(terms, text, token);
    const next = list[at + 1];
    if (end !== undefined) add(token.start, end);
    else if (at < phraseEnd && !terms.fillers.includes(token.term)) add(token.start, token.end);
    else if (next && terms.typed.has(token.term + next.term)) {
      add(token.start, token.end);
      add(next.start, next.end);
    }
  });
  return matches;
}

/** The number of words of a phrase that begins at a word, else 0. A term of a phrase alone means something else. */
const lengthAt = ({ terms }: Phrase, list: readonly Token[], at: number): number =>
  terms.every((forms, nth) => forms.some(({ term }) => term === list[at + nth]?.term)) ? terms.length : 0;

function endOf({ typed }: Terms, text: string, { start, end, term }: Token): number | undefined {
  const typedChars = typed.get(term);
  if (typedChars === undefined) {
    const number = numberOf(term);
    return number !== undefined && typed.has(number) && text.startsWith(number, start)
      ? start + number.length
      : undefined;
  }
  const own = [...text.slice(start, end)];
  // A letter that is folded into two cannot be cut.
  const isPlain = own.length === [...term].length;
  return isPlain && typedChars < own.length ? start + own.slice(0, typedChars).join('').length : end;
}

/** The whole text, and whether anything in it matched. */
export function markWhole(terms: Terms, text: string): { pieces: Piece[]; matches: boolean } {
  const matches = matchesIn(terms, text, tokens(text));
  return { pieces: piecesOf(text, matches, 0, text.length), matches: matches.length > 0 };
}

/**
 * The line with the most different matches, first of those that the names shown above it lack; of equals a sentence, then a row of a
 * table; the first sentence when nothing matches.
 */
export function bestLine(terms: Terms, lines: readonly Line[], names: ReadonlySet<string>): Line | undefined {
  let [best, most]: [Line | undefined, number] = [undefined, -1];
  for (const line of lines) {
    const matches = matchesIn(terms, line.text, tokens(line.text));
    const found = new Set(matches.map(({ start, end }) => line.text.slice(start, end).toLowerCase()));
    const unnamed = [...found].filter((text) => !names.has(text)).length;
    const score = 100 * unnamed + 3 * found.size + KINDS[line.kind];
    if (score > most) [best, most] = [line, score];
  }
  return best;
}

const KINDS = { prose: 2, row: 1, title: 0 } as const;

/** The part around the best matches: `affix` words before the first one, twice as many after it. */
export function markSnippet(terms: Terms, text: string, affix: number, threshold: number): Piece[] {
  const list = tokens(text);
  const matches = matchesIn(terms, text, list);
  if (matches.length === 0) return [];
  if (list.length <= threshold) return piecesOf(text, matches, 0, text.length);
  const places: number[] = [];
  let next = 0;
  list.forEach((token, at) => {
    while ((matches[next]?.end ?? Infinity) <= token.start) next += 1;
    if ((matches[next]?.start ?? Infinity) < token.end) places.push(at);
  });
  // The place with the most different words around it, of equals the first.
  let [most, best] = [0, 0];
  places.forEach((first, number) => {
    const near = new Set<string>();
    for (const place of places.slice(number)) {
      if (place >= first + 2 * affix + 1) break;
      near.add(list[place]?.term ?? '');
    }
    if (near.size > most) [most, best] = [near.size, first];
  });
  const [from, to] = [list[Math.max(0, best - affix)], list[Math.min(best + 2 * affix, list.length - 1)]];
  return piecesOf(text, matches, from?.start ?? 0, to?.end ?? text.length);
}

function piecesOf(text: string, matches: readonly Match[], from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (const match of matches) {
    const [start, end] = [Math.max(match.start, at), Math.min(match.end, to)];
    if (start >= end) continue;
    pieces.push({ text: text.slice(at, start), match: false }, { text: text.slice(start, end), match: true });
    at = end;
  }
  pieces.push({ text: text.slice(at, to), match: false });
  return pieces.filter((piece) => piece.text !== '');
}
