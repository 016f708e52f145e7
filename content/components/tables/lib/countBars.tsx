import { SpanAxis, SpanBar } from '../../lib/SpanBar';
import type { Cell } from '../../lib/types';
import { cellText } from './CellContent';
import type { BarColumn } from './CellTable';

/** `2~3 (1:2)` is 2 to 3, `4 (-)` is 4. */
export function spanOf(text: string): { least: number; most: number } | null {
  const match = /^(\d+)(?:~(\d+))?(?: |$)/.exec(text);
  if (!match) return null;
  const least = Number(match[1]);
  return { least, most: match[2] === undefined ? least : Number(match[2]) };
}

/** Counts as bars with a stroke at their mean, in front of the column of the mean. */
export function countBars(rows: Cell[][], counts: number, mean: number): BarColumn {
  const spanAt = (row: Cell[]) => spanOf(cellText(row[counts] ?? ''));
  // A mean that is no number has no stroke.
  const meanOf = (row: Cell[]) => {
    const text = cellText(row[mean] ?? '');
    const value = text === '' ? NaN : Number(text);
    return Number.isFinite(value) ? [value] : [];
  };
  const total = Math.ceil(Math.max(...rows.flatMap((row) => [spanAt(row)?.most ?? 0, ...meanOf(row)])));
  return {
    at: mean,
    head: <SpanAxis total={total} />,
    of: (row) => {
      const span = spanAt(row);
      return span && <SpanBar {...span} marks={meanOf(row).map((at) => ({ at }))} total={total} />;
    },
  };
}
