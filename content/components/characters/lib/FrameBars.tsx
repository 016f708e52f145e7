import type { Cell, FrameTable } from '../../lib/types';

/** Columns that say when the next action may begin; `cd`, `energy` and `hitlag` count something else. */
const ENDS = ['default', 'next_na', 'n1', 'ca', 'skill', 'burst', 'plunge', 'walk', 'dash', 'jump', 'swap'];
const HITS = ['hitmark', 'release'];
const SECOND = 60;
const BOX = { start: 112, end: 352, row: 18, top: 4 };

type Bar = { name: string; hit: number | null; first: number; last: number };

/** The figures of a row: the hit, the first and the last cancel. Lists count by their last figure. */
export function barsOf({ columns, rows }: FrameTable): Bar[] {
  const figure = (row: Cell[], column: string) => {
    const cell = row[columns.indexOf(column)];
    const last = Array.isArray(cell) ? cell.at(-1) : cell;
    return typeof last === 'number' && last > 0 ? last : null;
  };
  return rows.flatMap((row) => {
    const ends = ENDS.map((column) => figure(row, column)).filter((value) => value !== null);
    const hits = HITS.map((column) => figure(row, column)).filter((value) => value !== null);
    if (ends.length === 0 || typeof row[0] !== 'string') return [];
    return [{ name: row[0], hit: hits[0] ?? null, first: Math.min(...ends), last: Math.max(...ends) }];
  });
}

export type FrameBarsProps = { table: FrameTable; title: string };

/** Each action as a bar: up to its first cancel in full, up to the last one faint, with a stroke at the hit. */
export function FrameBars({ table, title }: FrameBarsProps) {
  const bars = barsOf(table);
  if (bars.length === 0) return null;
  const longest = Math.max(...bars.map(({ hit, last }) => Math.max(hit ?? 0, last)));
  const step = [10, 30, 60, 120, 300].find((frames) => longest / frames <= 7) ?? 600;
  const lines = Array.from({ length: Math.floor(longest / step) + 1 }, (_, at) => at * step);
  const x = (frames: number) => Math.round((BOX.start + (frames / longest) * (BOX.end - BOX.start)) * 10) / 10;
  const bottom = BOX.top + bars.length * BOX.row;
  return (
    <svg
      className="frame-bars"
      viewBox={`0 0 360 ${bottom + 18}`}
      role="img"
      aria-label={`${title}: length of each action in frames; the table below has the figures`}
    >
      {lines.map((frames) => (
        <g key={frames}>
          <path className={frames % SECOND === 0 ? 'hp-zero' : 'hp-line'} d={`M${x(frames)} ${BOX.top}V${bottom}`} />
          <text x={x(frames)} y={bottom + 13} textAnchor="middle">
            {frames}
          </text>
        </g>
      ))}
      {bars.map(({ name, hit, first, last }, at) => {
        const y = BOX.top + at * BOX.row;
        return (
          <g key={at}>
            <text x={BOX.start - 8} y={y + 12} textAnchor="end">
              {shortName(name)}
            </text>
            <rect className="frame-late" x={x(0)} y={y + 4} width={x(last) - x(0)} height="9" />
            <rect className="frame-first" x={x(0)} y={y + 4} width={x(first) - x(0)} height="9" />
            {hit !== null && <path className="frame-hit" d={`M${x(hit)} ${y + 1}V${y + 16}`} />}
          </g>
        );
      })}
    </svg>
  );
}

const MAX_NAME_LENGTH = 18;

function shortName(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
}
