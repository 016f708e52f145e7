/**
 * Prefetches the targets of links that stay in view: a few of each page, and the neighbours at its end. A link that is
 * hovered or focused is prefetched in any case (`followLinks.ts`).
 */

import { pageUrl } from '../links';
import { samePath } from '../path';

/** Links of a page that are prefetched, without those of the pager. */
const MAX_LINKS = 7;
/** Milliseconds that a link must be in view. */
const DWELL_MS = 400;

/** Breadcrumbs are left out: the reader has mostly visited their targets. */
const LINKS = 'a[href]:not(.crumbs *)';

export function prefetchVisible(root: ParentNode, basePath: string, prefetch: (path: string) => void): () => void {
  const inView = new Set<HTMLAnchorElement>();
  const asked = new Set<string>([window.location.pathname]);
  let left = MAX_LINKS;
  let timer: number | undefined;
  const ask = () => {
    for (const link of root.querySelectorAll<HTMLAnchorElement>(LINKS)) {
      const path = inView.has(link) ? pageUrl(link, basePath)?.pathname : undefined;
      const isNeighbour = link.closest('.pager') !== null;
      if (path === undefined || [...asked].some((known) => samePath(known, path)) || (left === 0 && !isNeighbour))
        continue;
      if (!isNeighbour) left -= 1;
      asked.add(path);
      prefetch(path);
    }
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inView.add(target as HTMLAnchorElement);
      else inView.delete(target as HTMLAnchorElement);
    }
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, DWELL_MS);
  });
  root.querySelectorAll(LINKS).forEach((link) => observer.observe(link));
  return () => {
    window.clearTimeout(timer);
    observer.disconnect();
  };
}
