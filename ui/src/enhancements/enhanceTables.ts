/** Lets a reader sort a table marked `data-sortable`, or of the class `sortable`, by a column: numbers as numbers. */

import { translate } from '../lib/text/translate';

/** Both directions; CSS shows that of the column in order. */
export const SORT_MARK =
  '<svg class="sort-mark" viewBox="0 0 6 10" aria-hidden="true"><path d="M3 0 6 4H0Z"/><path d="M3 10 0 6h6Z"/></svg>';

const SORTABLE = 'table[data-sortable],table.sortable';

export function enhanceTables(root: ParentNode): void {
  for (const table of root.querySelectorAll<HTMLTableElement>(SORTABLE)) {
    const heads = table.tHead?.rows[0]?.cells;
    if (!heads || table.querySelector('.sort-end')) continue;
    for (const head of heads) head.append(sortButton(table, head));
  }
}

function sortButton(table: HTMLTableElement, head: HTMLTableCellElement): HTMLButtonElement {
  const button = document.createElement('button');
  const column = (head.textContent ?? '').trim();
  button.type = 'button';
  button.className = 'sort-end';
  button.innerHTML = SORT_MARK;
  button.setAttribute('aria-label', translate('theme.table.sort', 'Sort by {column}', { column }));
  button.addEventListener('click', () => {
    const isUp = head.getAttribute('aria-sort') !== 'ascending';
    for (const other of table.tHead?.rows[0]?.cells ?? []) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
    for (const body of table.tBodies) sortRows(body, head.cellIndex, isUp ? 1 : -1);
  });
  return button;
}

function sortRows(body: HTMLTableSectionElement, column: number, direction: number): void {
  const rows = [...body.rows].map((row) => ({ row, value: sortValueOf(row.cells[column]?.textContent ?? '') }));
  // Sorting is stable: rows of the same value keep their order.
  rows.sort((a, b) => direction * compare(a.value, b.value));
  body.append(...rows.map(({ row }) => row));
}

type Value = number | string;

/** `1,234.5 %` and `−3` are numbers. */
function sortValueOf(text: string): Value {
  const plain = text.trim().replace('−', '-').replace(/[,\s]/g, '');
  const number = Number.parseFloat(plain);
  return /^[-+]?[\d.]+\D*$/.test(plain) && !Number.isNaN(number) ? number : text.trim();
}

function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === typeof b) return String(a).localeCompare(String(b), undefined, { numeric: true });
  return typeof a === 'number' ? -1 : 1;
}
