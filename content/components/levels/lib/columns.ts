/** The column of a table that is compared: marked in every row, and pinned at the end on narrow windows. */
export const MARK = 'col-on';

/** Marks the column (the row's heading is column 0) and unmarks all others. */
export function markColumn(table: HTMLTableElement, column: number): void {
  for (const row of table.rows) {
    for (const [at, cell] of [...row.cells].entries()) cell.classList.toggle(MARK, at === column);
  }
}
