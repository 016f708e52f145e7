import { Fragment, type ReactNode } from 'react';
import { CellContent, cellText } from './CellContent';
import { filterKeys } from './filters';
import { isFigure } from '../../lib/format';
import { ScrollTable } from './ScrollTable';
import type { Cell } from '../../lib/types';

/** By the number of columns: two keep together, many need the first one pinned. */
const SHAPES = ['', '', 'pair', 'full', 'pin full'];

/** Rows from which on a table may be higher than the window of a phone. */
const TALL = 12;

/** Letters that fit beside others on a phone, and that make a sentence. */
const SHORT = 8;
const LONG = 18;

/** A column that draws the figures of its row; for screen readers the figures alone are there. */
export type BarColumn = {
  /** Before the cell of this index; 1 is behind the row's heading. */
  at: number;
  /** The axis, in place of a heading. */
  head?: ReactNode;
  of: (row: Cell[]) => ReactNode;
};

export type CellTableProps = {
  label: string;
  caption?: string | undefined;
  columns: string[];
  rows: Cell[][];
  /** Whether its head stays in sight; by default it does with more rows than a phone shows. */
  isTall?: boolean;
  /** What a row can be filtered by. */
  keysOf?: (row: Cell[]) => (string | undefined)[];
  bars?: BarColumn;
};

/** Rows of cells under their headings; the first cell heads its row, columns of figures end-align. */
export function CellTable({
  label,
  caption,
  columns,
  rows,
  isTall = rows.length > TALL,
  keysOf,
  bars,
}: CellTableProps) {
  const classes = columns.map((_, at) =>
    classOf(
      at,
      rows.map((row) => cellText(row[at] ?? '')),
    ),
  );
  const barCell = (at: number, content: () => ReactNode) =>
    bars?.at === at && (
      <td className="span-cell" aria-hidden="true">
        {content()}
      </td>
    );
  return (
    <ScrollTable label={label} caption={caption} className={SHAPES[Math.min(columns.length, 4)]} isTall={isTall}>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <Fragment key={at}>
              {barCell(at, () => bars?.head)}
              {column === '' ? (
                <td className={classes[at]} />
              ) : (
                <th scope="col" className={classes[at]}>
                  {column}
                </th>
              )}
            </Fragment>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i} {...(keysOf && filterKeys(keysOf(row)))}>
            {row.map((cell, at) => (
              <Fragment key={at}>
                {barCell(at, () => bars?.of(row))}
                <BodyCell at={at} cell={cell} className={classes[at]} />
              </Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

type BodyCellProps = { at: number; cell: Cell; className: string | undefined };

function BodyCell({ at, cell, className }: BodyCellProps) {
  if (at === 0) {
    return (
      <th scope="row" className={className}>
        <CellContent cell={cell} />
      </th>
    );
  }
  return (
    <td className={className}>
      <CellContent cell={cell} />
    </td>
  );
}

/** Figures end-align; on phones the table scrolls before sentences are set word by word, and a short first column stays so. */
function classOf(at: number, cells: string[]): string | undefined {
  const texts = cells.filter((text) => text !== '' && text !== '\u2013');
  const longest = Math.max(0, ...texts.map((text) => text.length));
  if (at === 0) return longest <= SHORT ? 'short' : undefined;
  if (texts.length > 0 && texts.every(isFigure)) return 'al-end';
  return longest >= LONG ? 'long' : undefined;
}
