/** Splits text into terms as the index does; the counterpart of `format/src/search/text.rs`. */

/** A word or number: its place in the text, and its folded spelling. */
export type Token = { start: number; end: number; term: string };

const WORD = /[\p{Alphabetic}\p{N}\p{M}]/u;
/** Chinese, Japanese, Thai, Lao and Khmer have no spaces between words; Korean has none between a word and its particle. */
const UNSPACED =
  /[\u0E00-\u0EFF\uAC00-\uD7A3\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3134F}]/u;
/** A word with its apostrophes, a number with its points and commas. */
const RUN =
  /(?:[\p{Alphabetic}\p{N}\p{M}]|(?<=\p{Alphabetic})['\u2019](?=\p{Alphabetic})|(?<=[0-9])\.(?=[0-9])|(?<=[0-9]),(?=[0-9]{3}(?![0-9])))+/gu;
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  "'": '',
  '\u2019': '',
  ',': '',
};
const MAX_BYTES = 48;

export function tokens(text: string): Token[] {
  const list: Token[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!WORD.test(run)) continue;
    if (UNSPACED.test(run)) cutUnspaced(run, index, list);
    else push(run, index, list);
  }
  return list;
}

function push(run: string, start: number, list: Token[]): void {
  const word = run.replace(/['\u2019][sS]$/, '');
  const term = fold(word);
  if (term !== '') list.push({ start, end: start + word.length, term });
}

/** Each pair of neighbours, or the only character. */
function cutUnspaced(run: string, start: number, list: Token[]): void {
  let at = start;
  for (const part of run.split(new RegExp(`(${UNSPACED.source}+)`, 'u'))) {
    if (UNSPACED.test(part)) {
      const characters = [...part];
      const width = Math.min(2, characters.length);
      let from = at;
      for (let first = 0; first + width <= characters.length; first += 1) {
        const pair = characters.slice(first, first + width).join('');
        list.push({ start: from, end: from + pair.length, term: fold(pair) });
        from += characters[first]?.length ?? 1;
      }
    } else if (part !== '') push(part, at, list);
    at += part.length;
  }
}

/** Folds a word: compatibility forms, lower case, no diacritics except the voicing marks of kana. */
export function fold(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(/\p{M}/gu, (mark) => (mark === '\u3099' || mark === '\u309A' ? mark : ''))
    .normalize('NFC')
    .toLowerCase();
  let term = '';
  for (const character of plain) term += REPLACEMENTS[character] ?? character;
  return new TextEncoder().encode(term).length > MAX_BYTES ? cut(term) : term;
}

function cut(term: string): string {
  let [short, bytes] = ['', 0];
  for (const character of term) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > MAX_BYTES) break;
    short += character;
  }
  return short;
}

/** The number in front of a unit: `2.5` of `2.5s`. */
export function numberOf(term: string): string | undefined {
  return UNSPACED.test(term) ? undefined : /^([0-9.]+)[^0-9.]/.exec(term)?.[1];
}
