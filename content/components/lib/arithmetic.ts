import { formatNumber } from './format';

type Cursor = { text: string; at: number };

function fail(cursor: Cursor, expected: string): never {
  const rest = cursor.text.slice(cursor.at).trim();
  throw new Error(
    `\`${cursor.text}\` is no arithmetic: expected ${expected} ${rest ? `before \`${rest}\`` : 'at its end'}`,
  );
}

/** Takes one of `signs` if it comes next, leaving out blanks. */
function take(cursor: Cursor, signs: string): string | undefined {
  while (/\s/.test(cursor.text.charAt(cursor.at))) cursor.at++;
  const sign = cursor.text.charAt(cursor.at);
  if (sign === '' || !signs.includes(sign)) return undefined;
  cursor.at++;
  return sign;
}

function readAtom(cursor: Cursor): number {
  if (take(cursor, '(')) {
    const value = readSum(cursor);
    if (!take(cursor, ')')) fail(cursor, '`)`');
    return value;
  }
  const digits = /^(\d+(\.\d+)?|\.\d+)/.exec(cursor.text.slice(cursor.at))?.[0];
  if (digits === undefined) fail(cursor, 'a number or `(`');
  cursor.at += digits.length;
  return Number(digits);
}

/** `^` binds to the right and closer than a sign before it: `-2 ^ 2` is `-(2 ^ 2)`. */
function readPower(cursor: Cursor): number {
  const base = readAtom(cursor);
  return take(cursor, '^') ? base ** readSigned(cursor) : base;
}

function readSigned(cursor: Cursor): number {
  return take(cursor, '-') ? -readSigned(cursor) : readPower(cursor);
}

function readProduct(cursor: Cursor): number {
  let value = readSigned(cursor);
  for (;;) {
    const sign = take(cursor, '*/');
    if (sign === undefined) return value;
    const factor = readSigned(cursor);
    value = sign === '*' ? value * factor : value / factor;
  }
}

function readSum(cursor: Cursor): number {
  let value = readProduct(cursor);
  for (;;) {
    const sign = take(cursor, '+-');
    if (sign === undefined) return value;
    const term = readProduct(cursor);
    value = sign === '+' ? value + term : value - term;
  }
}

/** The value of numbers joined by `+ - * / ^` and parentheses; throws on anything else. */
export function evaluate(text: string): number {
  const cursor = { text, at: 0 };
  const value = readSum(cursor);
  take(cursor, '');
  if (cursor.at < text.length) fail(cursor, 'one of `+ - * / ^`');
  if (!Number.isFinite(value)) throw new Error(`\`${text}\` has no finite value`);
  return value;
}

/** Rounds as on paper, halves away from zero: `0.285` -> `0.29`, although the nearest double is smaller. */
export function round(value: number, decimals: number): number {
  const scaled = Number((Math.abs(value) * 10 ** decimals).toPrecision(12));
  return (Math.sign(value) * Math.round(scaled)) / 10 ** decimals || 0;
}

/** Rounded to exactly `decimals`, or to as few as show the value, two at most. */
export function formatRounded(value: number, decimals?: number): string {
  if (decimals !== undefined) return formatNumber(round(value, decimals), decimals);
  const needed = [0, 1].find((few) => round(value, few) === round(value, 2)) ?? 2;
  return formatNumber(round(value, needed), needed);
}

/** One decimal of a drawing's units is finer than a pixel. */
export const round1 = (value: number): number => Math.round(value * 10) / 10;

/** Smaller differences count as none: sums and quotients of binary fractions are rarely exact. */
export const TRACE = 1e-9;
