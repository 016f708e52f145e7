/** The keys by which rows and items are filtered, and how the reader's choices match them. */

/** One choice of a filter's bar: a parameter of the query, its word and the values it may have. */
export type FilterGroup = { name: string; label: string; options: string[] };

const SEPARATOR = '|';

/** The attribute of a row or item: its values in the order of the groups. */
export function filterKeys(values: (string | number | undefined)[]): { 'data-keys': string } {
  return { 'data-keys': values.map((value) => String(value ?? '')).join(SEPARATOR) };
}

/** Whether an item with these keys and this text is shown; an empty choice matches everything. */
export function isFound(keys: string, text: string, chosen: string[], words: string): boolean {
  const values = keys.split(SEPARATOR);
  const fits = chosen.every((choice, at) => choice === '' || values[at]?.split(', ').includes(choice));
  const small = text.toLowerCase();
  return (
    fits &&
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => small.includes(word))
  );
}

/** The distinct values, numbers by size and words by the alphabet. */
export function optionsOf(values: (string | undefined)[]): string[] {
  const distinct = new Set(values.flatMap((value) => (value ? value.split(', ') : [])));
  return [...distinct].sort(compareCells);
}

/** `9,797`, `−40%`, `2U` by their number, words by the alphabet; what is neither comes last. */
export function compareCells(a: string, b: string): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== null && right !== null) return left - right;
  if (left !== null || right !== null) return left === null ? 1 : -1;
  const [emptyLeft, emptyRight] = [isEmpty(a), isEmpty(b)];
  if (emptyLeft !== emptyRight) return emptyLeft ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function isEmpty(text: string): boolean {
  return text === '' || text === '\u2013';
}

function numberOf(text: string): number | null {
  const match = /^[+~<×]?(\u2212|-)?([\d,]*\.?\d+)/.exec(text.trim());
  if (!match) return text.trim().toLowerCase() === 'immune' ? Infinity : null;
  const value = Number((match[2] ?? '').replaceAll(',', ''));
  return match[1] ? -value : value;
}
