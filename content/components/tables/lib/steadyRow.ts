/** Keeps the row that the reader ticked where it is in the window, while the comparison above it grows or shrinks. */

let held: { row: HTMLElement; top: number } | null = null;

const topOf = (row: HTMLElement) => row.getBoundingClientRect().top;

/** Distances below a pixel come from rounding. */
const hasMoved = ({ row, top }: { row: HTMLElement; top: number }) => Math.abs(topOf(row) - top) >= 1;

/** The reader scrolls: the row may move again. What `keepRow` scrolls leaves the row in its place. */
function onScroll(): void {
  if (held && hasMoved(held)) releaseRow();
}

/** Remembers the place of a row. It is called before the change that could move the row. */
export function holdRow(row: HTMLElement): void {
  held = { row, top: topOf(row) };
  window.addEventListener('scroll', onScroll, { passive: true });
}

/** Scrolls by what the row has moved. It is called after each change, before the browser paints. */
export function keepRow(): void {
  if (!held?.row.isConnected || !hasMoved(held)) return;
  window.scrollBy({ top: topOf(held.row) - held.top, behavior: 'instant' });
}

/** Lets the row move from now on. */
export function releaseRow(): void {
  held = null;
  window.removeEventListener('scroll', onScroll);
}
