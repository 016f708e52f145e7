/** Sets the scroll position and the focus when the address changes. */

import { announce } from '../browser/announce';
import { showNavbar } from '../browser/navbarShift';
import {
  hashTarget,
  savedScroll,
  scrollToHash,
  scrollToPosition,
  scrollToStart,
  settleScroll,
} from '../browser/scroll';

export type Address = { pathname: string; search: string; hash: string };
/** A navigation: `POP` is Back, Forward or a jump of the browser itself. */
export type Arrival = { location: Address; type: 'POP' | 'PUSH' | 'REPLACE' };

/** Scrolls within the same page after its hash or query changed. A control that changes the query alone does not scroll. */
export function restoreView({ location, type }: Arrival, previous: Address): void {
  const saved = type === 'POP' ? savedScroll() : null;
  const isLinkToPlace = type === 'PUSH' && location.hash !== '';
  if (saved !== null) scrollToPosition(saved);
  else if (location.search === previous.search || location.hash !== previous.hash || isLinkToPlace) {
    if (location.hash === '') scrollToPosition({ y: 0 });
    else {
      scrollToHash(location.hash);
      // A smooth scroll that the jump ended has moved on since the last frame, which the browser adds in the next one.
      requestAnimationFrame(() => window.location.hash === location.hash && scrollToHash(location.hash));
    }
  }
  settleScroll();
}

/** Scrolls to the start or the saved position of a new page, moves the focus and announces the title; `data-query` as at a load. */
export function showNewPage({ location, type }: Arrival, title: string): void {
  document.documentElement.toggleAttribute('data-query', location.search !== '');
  const saved = type === 'POP' ? savedScroll() : null;
  showNavbar();
  if (saved !== null) scrollToPosition(saved);
  else if (!scrollToHash(location.hash)) scrollToStart();
  settleScroll();
  announce(title);
  if (type !== 'POP') restartFocus(location.hash);
}

/** a11y: the next Tab starts at the skip link, or at the target of the hash. */
function restartFocus(hash: string): void {
  const start = hashTarget(hash) ?? document.querySelector<HTMLElement>('[data-focus-start]');
  // A page that puts the focus into a field of its own keeps it there.
  if (!start || document.activeElement?.matches('main input')) return;
  const focusable = start.hasAttribute('tabindex');
  if (!focusable) start.setAttribute('tabindex', '-1');
  start.focus({ preventScroll: true });
  if (!focusable) start.removeAttribute('tabindex');
}
