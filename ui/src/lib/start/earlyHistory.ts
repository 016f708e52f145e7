/** The history before the interface runs. */

import { currentPosition, showPosition, type Position } from '../browser/place';
import { whenParsed } from './whenNeeded';

const works = () => document.documentElement.dataset.hasHydrated;

/**
 * Back to another page that this document had shown before it was left and loaded again: until the interface listens, only a load
 * shows it. Shows the place of a page that the reader comes back to, and stores that of one that is left.
 */
export function watchHistory(): void {
  const address = () => window.location.pathname + window.location.search;
  const first = address();
  window.addEventListener('popstate', () => {
    if (address() !== first && !works()) window.location.reload();
  });
  const leave = () => {
    // After Back the entry is that of another page than the one that is seen.
    if (works() || address() !== first) return;
    const position = currentPosition();
    // A page that was left as it was served has no place to come back to.
    if (position.y > 0 || window.history.state?.open)
      window.history.replaceState({ ...window.history.state, ...position }, '');
  };
  // A reload takes the state as it is before the page is hidden.
  window.addEventListener('beforeunload', leave);
  window.addEventListener('pagehide', leave);
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const position = window.history.state as Position | null;
  if (entry?.type === 'navigate' || position?.y === undefined) return;
  window.history.scrollRestoration = 'manual';
  whenParsed(() => showPosition(position));
}
