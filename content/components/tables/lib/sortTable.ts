import { SORT_MARK } from '@docusaurus/theme-common';
import { compareCells } from './filters';

export type Order = { column: number; isDown: boolean };

/** The cells that hold data: a drawing repeats figures of its row, and is no column of `?sort=`. */
function dataCells(row: HTMLTableRowElement | undefined): HTMLTableCellElement[] {
  return [...(row?.cells ?? [])].filter((cell) => cell.getAttribute('aria-hidden') !== 'true');
}

/** `2` and `-2` are the second column up and down, as the query has it. */
export function parseOrder(text: string | null): Order | null {
  const number = Number(text ?? NaN);
  return Number.isInteger(number) && number !== 0 ? { column: Math.abs(number) - 1, isDown: number < 0 } : null;
}

/** The order after a click on a column's heading: up, then down, then as served. */
export function nextOrder(current: Order | null, column: number): string | null {
  if (current?.column !== column) return String(column + 1);
  return current.isDown ? null : String(-column - 1);
}

/** Makes a button of each heading; its words stay where they are. */
export function makeHeadsButtons(table: HTMLTableElement, onPress: (column: number) => void): void {
  for (const [column, head] of dataCells(table.tHead?.rows[0]).entries()) {
    if (head.tagName !== 'TH' || head.querySelector('button')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...head.childNodes);
    button.insertAdjacentHTML('beforeend', SORT_MARK);
    button.addEventListener('click', () => onPress(column));
    head.append(button);
  }
}

/** Puts the rows of the table's body in order; null is the order in which they were served. */
export function sortRows(table: HTMLTableElement, order: Order | null): void {
  const body = table.tBodies[0];
  if (!body) return;
  const rows = [...body.rows];
  rows.forEach((row, at) => (row.dataset.place ??= String(at)));
  const place = (row: HTMLTableRowElement) => Number(row.dataset.place);
  const text = (row: HTMLTableRowElement) => {
    const cell = dataCells(row)[order?.column ?? 0];
    return cell?.dataset.order ?? cell?.textContent ?? '';
  };
  rows.sort((a, b) => {
    const compared = order === null ? 0 : compareCells(text(a), text(b)) * (order.isDown ? -1 : 1);
    return compared || place(a) - place(b);
  });
  body.append(...rows);
  for (const [column, head] of dataCells(table.tHead?.rows[0]).entries()) {
    if (column === order?.column) head.setAttribute('aria-sort', order.isDown ? 'descending' : 'ascending');
    else head.removeAttribute('aria-sort');
  }
}
