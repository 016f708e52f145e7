/** a11y: buttons of the comparison that remove themselves pass the focus on, instead of leaving it at the top. */

let startButton: HTMLElement | null = null;
let lastBox: HTMLElement | null = null;
let removedAt: number | null = null;

/** Remembers the button that began the comparison. */
export function noteStart(button: HTMLElement): void {
  startButton = button;
}

/** Remembers the box that the reader changed, or left for the comparison. */
export function noteBox(box: HTMLElement): void {
  lastBox = box;
}

/** Whether the reader has changed a box of this page. */
export function hasChosen(): boolean {
  return lastBox?.isConnected === true;
}

/** Remembers which of the compared things is removed. */
export function noteRemoval(at: number): void {
  removedAt = at;
}

/** After the end of the comparison: the button that begins one. */
export function focusStart(): void {
  const start = startButton?.isConnected ? startButton : document.querySelector<HTMLElement>('.compare-start');
  start?.focus();
}

/** After a removal: the button in the place of the removed one, or the last. */
export function focusAfterRemoval(buttons: ArrayLike<HTMLElement>): void {
  if (removedAt === null) return;
  buttons[Math.min(removedAt, buttons.length - 1)]?.focus();
  removedAt = null;
}

/** Focus brings the table into view, on pages with several lists from any of them. */
export function showComparison(): void {
  document.querySelector<HTMLElement>('.comparison [role=region]')?.focus();
}

/** Back from the table to the box that the reader came from; after a link to a comparison, to its first box. */
export function showBox(): void {
  const box = lastBox?.isConnected ? lastBox : document.querySelector<HTMLElement>('.compare-box:checked');
  box?.focus({ preventScroll: true });
  box?.scrollIntoView({ block: 'center', behavior: 'instant' });
}
