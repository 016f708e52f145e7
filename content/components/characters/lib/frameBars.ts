/** The bars of a frame table: the length of each action, its hits, and the hitlag of each hit. */
import { FRAMES_A_SECOND, framesIn, HIT_COLUMNS } from '../../lib/frames';
import type { Cell, FrameTable } from '../../lib/types';

/** Columns that say when the next action may begin; `cd`, `energy` and `hitlag` count something else. */
const ENDS = ['default', 'next_na', 'n1', 'ca', 'skill', 'burst', 'plunge', 'walk', 'dash', 'jump', 'swap'];
/** Hits this many times later than the longest action, such as those of a field, do not widen the scale. */
const FARTHEST_HIT = 1.5;
/** The scale ends at a multiple of it. */
const STEP = 20;

/** Frames since the action's start; hitlag in seconds. */
export type Hit = { at: number; hitlag: number };
/** Hits, and the first and the last frame at which another action may begin. */
export type Bar = { hits: Hit[]; first: number; last: number };

/** The bar of a row, or `null` if the row says no end; lists of ends count by their last figure. */
export function barOf(columns: string[], row: Cell[]): Bar | null {
  const figures = (column: string) => (columns.includes(column) ? framesIn(row[columns.indexOf(column)]) : []);
  const ends = ENDS.flatMap((column) => figures(column).slice(-1)).filter((value) => value > 0);
  if (ends.length === 0) return null;
  const hitlag = figures('hitlag');
  const hits = HIT_COLUMNS.flatMap(figures)
    .map((at, index) => ({ at, hitlag: hitlag[index] || 0 }))
    .filter(({ at }) => at >= 0);
  return { hits, first: Math.min(...ends), last: Math.max(...ends) };
}

/** The frames that the bars of all tables cover, so that actions can be compared; 0 if there are none. */
export function longestOf(tables: FrameTable[]): number {
  const bars = tables.flatMap(({ columns, rows }) => rows.flatMap((row) => barOf(columns, row) ?? []));
  const action = Math.max(0, ...bars.map(({ last }) => last));
  const hits = bars.flatMap((bar) => bar.hits.map(({ at }) => at)).filter((at) => at <= action * FARTHEST_HIT);
  return Math.ceil(Math.max(action, ...hits) / STEP) * STEP;
}

/** Whether a hit comes later than the scale reaches, which its bar shows as an arrow. */
export function hasLaterHit(tables: FrameTable[], longest: number): boolean {
  return tables.some(({ columns, rows }) =>
    rows.some((row) => barOf(columns, row)?.hits.some(({ at }) => at > longest)),
  );
}

/** The hits, as wide as their hitlag. Hitlag is given in seconds; its conversion to frames rounds up. */
export function marksOf({ hits }: Bar): { at: number; width: number }[] {
  return hits.map(({ at, hitlag }) => ({ at, width: Math.ceil(Number((hitlag * FRAMES_A_SECOND).toFixed(6))) }));
}
