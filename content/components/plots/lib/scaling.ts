/** How the rows of a talent grow from level to level, with rows that grow alike taken together. */
import type { TalentRow } from '../../lib/types';
import type { Point } from './chart';

/** Rows that grow alike; `points` are those of the row whose figures are the most exact. */
export type Growth = { names: string[]; points: Point[]; tolerance: number };

type Column = { name: string; figures: number[]; decimals: number | '3sig' };

/** One column of figures for each number of a row: `114%/142%` has two. */
function columnsOf({ name, values = [], dp }: TalentRow): Column[] {
  const lists = values.map((value) => (Array.isArray(value) ? value : [value]));
  const count = lists[0]?.length ?? 0;
  return Array.from({ length: count }, (_, at) => {
    const figures = lists.map((list) => list[at] ?? NaN);
    const decimals = (Array.isArray(dp) ? dp[at] : dp) ?? decimalsOf(figures);
    return { name: count === 1 ? name : `${name}, figure ${at + 1}`, figures, decimals };
  });
}

/** The decimals that are shown where no rule is given: those of the most exact figure. */
function decimalsOf(figures: number[]): number {
  return Math.max(...figures.map((value) => String(value).split('.')[1]?.length ?? 0));
}

/** How far rounding can move a ratio to level 1. */
function toleranceOf({ figures, decimals }: Column): number {
  const [first = NaN] = figures;
  // `3sig`: one decimal below 100, none from 100 on.
  const half = (value: number) => 0.5 * 10 ** -(decimals === '3sig' ? Number(value < 100) : decimals);
  return Math.max(...figures.map((value) => (half(value) + half(first) * Math.abs(value / first)) / Math.abs(first)));
}

function growthOf(column: Column): Growth {
  const { name, figures } = column;
  const [first = NaN] = figures;
  return {
    names: [name],
    points: figures.map((value, at): Point => [at + 1, value / first]),
    tolerance: toleranceOf(column),
  };
}

function areAlike(a: Growth, b: Growth): boolean {
  if (a.points.length !== b.points.length) return false;
  const limit = a.tolerance + b.tolerance;
  return a.points.every(([, ratio], at) => Math.abs(ratio - (b.points[at]?.[1] ?? NaN)) <= limit);
}

/** The growth of all rows that change with the level, each kind of growth once. */
export function growthsOf(rows: TalentRow[]): Growth[] {
  const growths: Growth[] = [];
  for (const column of rows.flatMap(columnsOf)) {
    const own = growthOf(column);
    // A row that starts at zero has no ratio.
    if (!own.points.every(([, ratio]) => Number.isFinite(ratio))) continue;
    const at = growths.findIndex((other) => areAlike(own, other));
    const other = growths[at];
    if (!other) growths.push(own);
    else growths[at] = { ...(own.tolerance < other.tolerance ? own : other), names: [...other.names, ...own.names] };
  }
  return growths.map((growth) => ({ ...growth, names: mergeFigures(growth.names, rows) }));
}

/** How much the fastest growth is ahead of the slowest, at the last level that all of them have: 1 if not at all. */
export function spreadOf(growths: Growth[]): number {
  const level = Math.min(...growths.map(({ points }) => points.length));
  const ratios = growths.map(({ points }) => points[level - 1]?.[1] ?? NaN);
  return Math.max(...ratios) / Math.min(...ratios);
}

/** `Plunge, figure 1` and `Plunge, figure 2` in one growth are the row `Plunge`. */
function mergeFigures(names: string[], rows: TalentRow[]): string[] {
  const whole = rows.filter((row) => {
    const own = columnsOf(row);
    return own.length > 1 && own.every(({ name }) => names.includes(name));
  });
  const parts = new Map(whole.flatMap((row) => columnsOf(row).map(({ name }) => [name, row.name] as const)));
  return [...new Set(names.map((name) => parts.get(name) ?? name))];
}
