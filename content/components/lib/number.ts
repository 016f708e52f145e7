/** The numbers that readers type into the fields of tools, and those that come of them. */
import { formatRounded } from './arithmetic';
import { formatNumber } from './format';

export type Bounds = { min?: number; max?: number; isWhole?: boolean };

/** The bound of fields without one: no figure of the game is as large, and products of such numbers are finite. */
const LIMIT = 10_000_000;

/** Stands in place of a result that there is not. */
export const NO_RESULT = '\u2014';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The text of a field as browsers write numbers; null if it is no number, or one that is too large for them. */
export function numberText(text: string): string | null {
  const plain = text.trim().replace(',', '.');
  return NUMBER.test(plain) && Number.isFinite(Number(plain)) ? plain : null;
}

/** The value of a field, NaN if it is no number within the bounds. */
export function readNumber(text: string, { min = -LIMIT, max = LIMIT, isWhole = false }: Bounds = {}): number {
  const plain = numberText(text);
  const value = plain === null ? NaN : Number(plain);
  return value >= min && value <= max && (!isWhole || Number.isInteger(value)) ? value : NaN;
}

/** What a field asks for: `Enter a number from 0 to 100.` */
export function requestOf({ min = -LIMIT, max = LIMIT, isWhole = false }: Bounds): string {
  return `Enter a ${isWhole ? 'whole ' : ''}number from ${formatNumber(min)} to ${formatNumber(max)}.`;
}

/** As `formatRounded`, with a dash for what is no finite number. */
export function formatResult(value: number, decimals?: number): string {
  return Number.isFinite(value) ? formatRounded(value, decimals) : NO_RESULT;
}
