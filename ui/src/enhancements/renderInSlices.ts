/**
 * Renders the rest of a long page in slices. Below the first blocks of a page that was just opened it is left out, so that the
 * first paint does not wait for it: by the style sheet (`data-sliced`, set by `inline/head.js`), or by `scrollToStart`. From then
 * on the whole page is rendered, a few blocks whenever the browser is idle: positions are then exact, as those that Back
 * restores must be.
 */

import { renderBlocks } from '../lib/browser/scroll';

/** Blocks that take a few milliseconds to lay out. */
const SLICE = 10;

export function renderInSlices(blocks: HTMLElement[]): () => void {
  let handle = 0;
  const next = () => {
    renderBlocks(blocks.splice(0, SLICE), 'visible');
    if (blocks.length > 0) handle = window.requestIdleCallback(next);
  };
  // Safari has neither idle callbacks nor the rule.
  if ('requestIdleCallback' in window) handle = window.requestIdleCallback(next);
  return () => {
    if (handle !== 0) window.cancelIdleCallback(handle);
  };
}
