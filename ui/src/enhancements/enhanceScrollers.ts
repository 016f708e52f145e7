/**
 * Boxes that scroll sideways: a formula is a Tab stop while it is wider than the column, so that keys can scroll it, and the head
 * of a long table stays below the navbar. Loaded on pages that have one of them.
 */

export function enhanceScrollers(root: ParentNode): () => void {
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => update(target as HTMLElement)));
  for (const box of root.querySelectorAll<HTMLElement>('.math-display,.sticky-head')) observer.observe(box);
  return () => observer.disconnect();
}

function update(box: HTMLElement): void {
  const isOverflowing = box.scrollWidth > box.clientWidth;
  if (box.matches('.sticky-head')) {
    box.dataset.overflow = isOverflowing ? overflowOf(box) : 'none';
    measureHead(box);
  } else if (isOverflowing) box.setAttribute('tabindex', '0');
  else box.removeAttribute('tabindex');
}

/** How far the head is from the top of the box, and from its last place: it is moved with the page (`content.css`). */
function measureHead(box: HTMLElement): void {
  const { top, bottom } = box.getBoundingClientRect();
  const height = box.querySelector('thead')?.offsetHeight ?? 0;
  // The body gives the first place of the head, which may have been moved.
  const above = (box.querySelector('tbody')?.getBoundingClientRect().top ?? top) - height - top;
  box.style.setProperty('--above', `${above}px`);
  box.style.setProperty('--below', `${bottom - top - above - height}px`);
}

/**
 * `scroll`: the box is the scroll container of a sticky head, which would leave the window with the box. `clip`: the browser
 * scrolls single axes, so that `overflow-y: clip` stays `clip`, and the head stays below the navbar.
 */
function overflowOf(box: HTMLElement): 'clip' | 'scroll' {
  return getComputedStyle(box).overflowY === 'clip' ? 'clip' : 'scroll';
}
