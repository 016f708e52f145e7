/** Where the window and the focus go when the address changes. */

import { announce } from '../browser/announce';
import { showNavbar } from '../browser/navbarShift';
import { hashTarget, savedScroll, scrollToHash, scrollToY, settleScroll } from '../browser/scroll';

export type Place = { pathname: string; search: string; hash: string };
/** How the reader came: `POP` is Back, Forward or a jump the browser made itself. */
export type Arrival = { location: Place; type: 'POP' | 'PUSH' | 'REPLACE' };

/** The same page under another hash or query: a query alone moves nothing. */
export function placeView({ location, type }: Arrival, previous: Place): void {
  const saved = type === 'POP' ? savedScroll() : null;
  if (saved !== null) scrollToY(saved);
  else if (location.search === previous.search || location.hash !== previous.hash) {
    if (location.hash === '') scrollToY(0);
    else scrollToHash(location.hash);
  }
  settleScroll();
}

/** A new page: its position, the focus, and its name for those who do not see it. */
export function placeNewPage({ location, type }: Arrival, title: string): void {
  const saved = type === 'POP' ? savedScroll() : null;
  showNavbar();
  if (saved !== null) scrollToY(saved);
  else if (!scrollToHash(location.hash)) scrollToY(0);
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
