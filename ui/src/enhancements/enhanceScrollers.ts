/**
 * Boxes that scroll sideways: a formula is a Tab stop while it is wider than the column, so that keys can scroll it, and the head
 * of a long table stays below the navbar.
 */

export function enhanceScrollers(root: ParentNode): () => void {
  const boxes = root.querySelectorAll<HTMLElement>('.math-display,.sticky-head');
  if (boxes.length === 0) return () => {};
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => update(target as HTMLElement)));
  for (const box of boxes) observer.observe(box);
  return () => observer.disconnect();
}

function update(box: HTMLElement): void {
  const fits = box.scrollWidth <= box.clientWidth;
  if (box.matches('.sticky-head')) updateHead(box, fits);
  else if (fits) box.removeAttribute('tabindex');
  else box.setAttribute('tabindex', '0');
}

/** A box that scrolls sideways holds a sticky head fast, unless the browser scrolls single axes: there `clip` stays `clip`. */
function updateHead(box: HTMLElement, fits: boolean): void {
  if (fits) box.dataset.head = 'fits';
  else if (getComputedStyle(box).overflowY !== 'clip') delete box.dataset.head;
  else box.dataset.head = 'scrolls';
}
