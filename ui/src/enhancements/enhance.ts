/** Adds behaviour to the parts of articles that need script but not React. */

import { source as diagrams } from 'virtual:bindery-diagrams';
import { loadScope } from 'virtual:bindery-live-code';
import type { ReplaceQuery } from './enhanceTabs';
import { hashTarget, laterBlocks, revealTarget } from '../lib/browser/scroll';

export function enhance(root: ParentNode, replaceQuery: ReplaceQuery): () => void {
  if (root.querySelector('.code-block')) void import('./enhanceCode').then(({ enhanceCode }) => enhanceCode(root));
  if (root.querySelector('[data-youtube]'))
    void import('./enhanceYouTube').then(({ enhanceYouTube }) => enhanceYouTube(root));
  if (root.querySelector('table[data-sortable],table.sortable'))
    void import('./enhanceTables').then(({ enhanceTables }) => enhanceTables(root));
  const pictures = root.querySelectorAll<HTMLImageElement>('.md img:not([alt=""])');
  if (pictures.length > 0) void import('./enhanceImages').then(({ enhanceImages }) => enhanceImages(pictures));
  const stops = [enhanceLongPage()];
  let isLeft = false;
  if (root.querySelector('[data-tabs]') || namesLabel(window.location.search))
    void import('./enhanceTabs').then(({ enhanceTabs }) => isLeft || stops.push(enhanceTabs(root, replaceQuery)));
  if (root.querySelector('main details'))
    void import('./enhanceDetails').then(({ enhanceDetails }) => isLeft || stops.push(enhanceDetails()));
  if (root.querySelector('.math-display,.sticky-head'))
    void import('./enhanceScrollers').then(({ enhanceScrollers }) => isLeft || stops.push(enhanceScrollers(root)));
  if (diagrams !== null && root.querySelector('pre.mermaid'))
    void import('./enhanceDiagrams').then(({ enhanceDiagrams }) => isLeft || stops.push(enhanceDiagrams(root)));
  if (loadScope !== null && root.querySelector('pre.live'))
    void import('./live/enhanceLiveCode')
      .then(({ enhanceLiveCode }) => enhanceLiveCode(root))
      .then((stop) => (isLeft ? stop() : stops.push(stop)));
  const openTarget = () => revealTarget(hashTarget(window.location.hash));
  openTarget();
  window.addEventListener('hashchange', openTarget);
  return () => {
    isLeft = true;
    stops.forEach((stop) => stop());
    window.removeEventListener('hashchange', openTarget);
  };
}

/** Whether a query opens tabs by their label and `details` by their summary, as links of the search do. */
export function namesLabel(search: string): boolean {
  return /[?&]tab=/.test(search);
}

/** Renders what the style sheet leaves out of a page at first. */
function enhanceLongPage(): () => void {
  const later = laterBlocks();
  if (later.length === 0) return () => {};
  let stop: (() => void) | null = () => {};
  void import('./renderInSlices').then(({ renderInSlices }) => {
    if (stop) stop = renderInSlices(later);
  });
  return () => {
    stop?.();
    stop = null;
  };
}
