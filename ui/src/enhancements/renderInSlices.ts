/**
 * Renders the rest of a long page in slices. The style sheet leaves out what is below the first blocks of a page that was
 * just opened (`data-sliced`, set by `inline/head.js`), so that the first paint does not wait for it. From then on the whole page
 * is rendered, a few blocks whenever the browser is idle: positions are then exact, as those that Back restores must be.
 */

/** Blocks that take a few milliseconds to lay out. */
const SLICE = 20;

export function renderInSlices(blocks: HTMLElement[]): () => void {
  const root = document.documentElement;
  let handle = 0;
  const next = () => {
    for (const block of blocks.splice(0, SLICE)) block.style.contentVisibility = 'visible';
    if (blocks.length > 0) handle = window.requestIdleCallback(next);
    else delete root.dataset.sliced;
  };
  // Safari has neither idle callbacks nor the rule.
  if ('requestIdleCallback' in window) handle = window.requestIdleCallback(next);
  return () => {
    if (handle !== 0) window.cancelIdleCallback(handle);
  };
}
