/** Decides which clicks the client router handles: plain clicks on links to pages of this site. */

import { isAssetPath, isBelow } from './path';

/** The link an event happened on. */
export function eventLink(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
}

/** The page of this site that a link leads to, or null if the browser is to follow it. */
export function pageUrl(link: HTMLAnchorElement, basePath: string): URL | null {
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (link.hasAttribute('data-full-load')) return null;
  const url = new URL(link.href, document.baseURI);
  if (url.origin !== window.location.origin) return null;
  if (!isBelow(url.pathname, basePath) || isAssetPath(url.pathname, basePath)) return null;
  return url;
}

export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !modified && !event.defaultPrevented;
}

/** A jump within the page being shown: the browser does it, and notifies the router. */
export function isJump(url: URL): boolean {
  const { pathname, search } = window.location;
  return url.hash !== '' && url.pathname === pathname && url.search === search;
}
