import type { TalentRow } from './types';

const MINUS = '\u2212';

/** `9796.73` -> `9,797`, with a true minus sign. */
export function formatNumber(value: number, decimals = 0): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return (value < 0 ? MINUS : '') + grouped + (fraction ? `.${fraction}` : '');
}

/** `0.384` -> `38.4%`. */
export function formatPercent(fraction: number, decimals = 1): string {
  return `${formatNumber(fraction * 100, decimals)}%`;
}

/** A number as it stands in the data: no decimals are added or lost. */
export function formatPlain(value: number): string {
  return value < 0 ? MINUS + String(-value) : String(value);
}

function formatFigure(value: number, decimals: number | '3sig' | undefined): string {
  if (decimals === undefined) return formatPlain(value);
  if (decimals === '3sig') return value.toFixed(value < 100 ? 1 : 0);
  return value.toFixed(decimals);
}

/** The printed form of a talent figure; `level` counts from 0. */
export function formatTalent(row: TalentRow, level: number): string {
  const text = Array.isArray(row.text) ? row.text[level] : row.text;
  if (text !== undefined) return text;
  const value = row.values ? row.values[level] : row.value;
  if (value === undefined) return '';
  const numbers = Array.isArray(value) ? value : [value];
  let next = 0;
  return row.fmt.replace(/\{\}/g, () => {
    const decimals = Array.isArray(row.dp) ? row.dp[next] : row.dp;
    return formatFigure(numbers[next++] ?? NaN, decimals);
  });
}

/** Signs as typography wants them: `-40%` -> `−40%`, `224% * 2` -> `224% × 2`, a lone hyphen -> `–`. */
export function formatText(text: string): string {
  if (text === '-') return '\u2013';
  return text.replace(/(^|[\s(×])-(?=\d)/g, `$1${MINUS}`).replace(/ \* (?=[\d(])/g, ' × ');
}

/** Whether a column of such cells reads best aligned at its end. */
export function isFigure(text: string): boolean {
  return /^[~<+\u2212-]?\.?\d[\d.,]*\s?(%|s|U|GU|%\/s|f|x)?$/.test(text);
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].concat([
  'August',
  'September',
  'October',
  'November',
  'December',
]);

/** `2022-07-08` -> `July 8, 2022`. */
export function formatDate(iso: string): string {
  const [year, month, day] = iso.split('-');
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}

/** Where an address leads, in a word or two. */
export function formatHost(url: string): string {
  const host = /^https?:\/\/(?:www\.|m\.)?([^/]+)/.exec(url)?.[1] ?? url;
  const names: [RegExp, string][] = [
    [/youtu\.?be/, 'YouTube'],
    [/imgur/, 'Imgur'],
    [/docs\.google/, url.includes('/spreadsheets/') ? 'Google Sheets' : 'Google Docs'],
    [/drive\.google/, 'Google Drive'],
    [/deeznuts|tickets/, 'ticket'],
    [/discord/, 'Discord'],
    [/streamable/, 'Streamable'],
    [/bilibili/, 'Bilibili'],
    [/github/, 'GitHub'],
  ];
  return names.find(([pattern]) => pattern.test(host))?.[1] ?? host;
}

/** `Imgur 1`, `Imgur 2`: names with a number where they repeat. */
export function numberRepeats(names: string[]): string[] {
  const count = (name: string, end?: number) => names.slice(0, end).filter((other) => other === name).length;
  return names.map((name, at) => (count(name) > 1 ? `${name} ${count(name, at + 1)}` : name));
}
