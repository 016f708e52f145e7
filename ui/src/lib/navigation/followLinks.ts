/** Handles clicks on links to pages of this site, and prefetches the target of a link that is hovered, focused or touched. */

import { eventLink, isJump, isPlainClick, pageUrl } from '../links';
import { samePath } from '../path';
import { renderWhole } from '../browser/scroll';

export type LinkActions = {
  basePath: string;
  navigate: (to: string, replace: boolean) => void;
  prefetch: (path: string) => void;
};

export function followLinks({ basePath, navigate, prefetch }: LinkActions): () => void {
  const onClick = (event: MouseEvent) => {
    const link = eventLink(event);
    const url = link && isPlainClick(event) ? pageUrl(link, basePath) : null;
    if (!url) return;
    // The browser jumps before the address reaches the router: heights that are guessed until then would change after the jump.
    if (isJump(url)) return renderWhole();
    event.preventDefault();
    // A link to the shown address adds no entry to the history.
    navigate(url.pathname + url.search + url.hash, url.href === window.location.href);
  };
  const onHoverOrFocus = (event: Event) => {
    const link = eventLink(event);
    const url = link && pageUrl(link, basePath);
    if (url && !samePath(url.pathname, window.location.pathname)) prefetch(url.pathname);
  };
  const hoverEvents = ['pointerover', 'focusin', 'touchstart'] as const;
  document.addEventListener('click', onClick);
  for (const type of hoverEvents) document.addEventListener(type, onHoverOrFocus, { passive: true });
  return () => {
    document.removeEventListener('click', onClick);
    for (const type of hoverEvents) document.removeEventListener(type, onHoverOrFocus);
  };
}
