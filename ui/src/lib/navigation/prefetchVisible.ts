/**
 * Fetches the pages that the links in view lead to, few and late: those that stay in view, a handful a page, and the
 * neighbours at its end. Reaching for a link fetches its page in any case (`followLinks.ts`).
 */

import { pageUrl } from '../links';
import { samePath } from '../path';

/** Links of the text; those of the pager do not count. */
const MOST = 7;
/** So long a link must be in view. */
const DWELL_MS = 400;

/** Breadcrumbs lead back, mostly to where the reader has been. */
const LINKS = 'a[href]:not(.crumbs *)';

export function prefetchVisible(root: ParentNode, basePath: string, prefetch: (path: string) => void): () => void {
  const inView = new Set<HTMLAnchorElement>();
  const asked = new Set<string>([window.location.pathname]);
  let left = MOST;
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
