import { Fragment } from 'react';
import { formatPlain, formatText } from '../../lib/format';
import type { Cell, CellValue } from '../../lib/types';

/** The plain text of a cell, as far as alignment needs it. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'number') return formatPlain(cell);
  if (typeof cell === 'string') return formatText(cell);
  if (Array.isArray(cell)) return cell.map(cellText).join('\n');
  return cell === null ? '\u2013' : cell.figures.map(formatText).join(', ');
}

export type CellContentProps = { cell: Cell };

/** A list becomes lines; what has only its figures left shows those. */
export function CellContent({ cell }: CellContentProps) {
  if (!Array.isArray(cell)) return cellText(cell);
  return cell.map((line: CellValue, i) => (
    <Fragment key={i}>
      {i > 0 && <br />}
      {cellText(line)}
    </Fragment>
  ));
}
