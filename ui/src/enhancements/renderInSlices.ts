/**
 * Renders the rest of a long page in slices. Below the first blocks of a page that was just opened it is left out, so that the
 * first paint does not wait for it: by the style sheet (`data-sliced`, set by `inline/head.js`), or by `scrollToStart`. From the
 * first sign of use on the whole page is rendered, a few blocks whenever the browser is idle: positions are then exact, as those that
 * Back restores must be. Before that the browser renders only what comes near the window: the work would be lost on a reader who
 * leaves, and delay one who begins to read.
 */

import { renderBlocks } from '../lib/browser/scroll';

/** Blocks that take a few milliseconds to lay out. */
const SLICE = 10;

/** What a reader does with a page. */
const SIGNS = ['scroll', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const;

export function renderInSlices(blocks: HTMLElement[]): () => void {
  let handle = 0;
  const next = () => {
    renderBlocks(blocks.splice(0, SLICE), 'visible');
    if (blocks.length > 0) handle = window.requestIdleCallback(next);
  };
  const begin = () => {
    stopListening();
    handle = window.requestIdleCallback(next);
  };
  const stopListening = () => SIGNS.forEach((type) => window.removeEventListener(type, begin, true));
  // Safari has neither idle callbacks nor the rule.
  if ('requestIdleCallback' in window)
    for (const type of SIGNS) window.addEventListener(type, begin, { capture: true, passive: true });
  return () => {
    stopListening();
    if (handle !== 0) window.cancelIdleCallback(handle);
  };
}
