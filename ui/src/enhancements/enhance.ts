/** Adds behaviour to the parts of articles that need script but not React. */

import { enhanceCode } from './enhanceCode';
import { enhanceScrollers } from './enhanceScrollers';
import { enhanceTabs, type ReplaceQuery } from './enhanceTabs';
import { hashTarget, revealTarget } from '../lib/browser/scroll';

export function enhance(root: ParentNode, replaceQuery: ReplaceQuery): () => void {
  enhanceCode(root);
  if (root.querySelector('[data-youtube]'))
    void import('./enhanceYouTube').then(({ enhanceYouTube }) => enhanceYouTube(root));
  if (root.querySelector('table[data-sortable],table.sortable'))
    void import('./enhanceTables').then(({ enhanceTables }) => enhanceTables(root));
  const pictures = root.querySelectorAll<HTMLImageElement>('.md img:not([alt=""])');
  if (pictures.length > 0) void import('./enhanceImages').then(({ enhanceImages }) => enhanceImages(pictures));
  const stopScrollers = enhanceScrollers(root);
  const stopTabs = enhanceTabs(root, replaceQuery);
  const openTarget = () => {
    const target = hashTarget(window.location.hash);
    if (target) revealTarget(target);
  };
  openTarget();
  window.addEventListener('hashchange', openTarget);
  return () => {
    stopScrollers();
    stopTabs();
    window.removeEventListener('hashchange', openTarget);
  };
}
