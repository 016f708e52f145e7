/** Takes the clicks on links to pages of this site, and fetches a page as soon as the reader reaches for it. */

import { eventLink, isJump, isPlainClick, pageUrl } from '../links';
import { samePath } from '../path';

export type LinkActions = {
  basePath: string;
  navigate: (to: string, replace: boolean) => void;
  prefetch: (path: string) => void;
};

export function followLinks({ basePath, navigate, prefetch }: LinkActions): () => void {
  const onClick = (event: MouseEvent) => {
    const link = eventLink(event);
    const url = link && isPlainClick(event) ? pageUrl(link, basePath) : null;
    if (!url || isJump(url)) return;
    event.preventDefault();
    // The address being shown is no second entry of the history.
    navigate(url.pathname + url.search + url.hash, url.href === window.location.href);
  };
  const onReach = (event: Event) => {
    const link = eventLink(event);
    const url = link && pageUrl(link, basePath);
    if (url && !samePath(url.pathname, window.location.pathname)) prefetch(url.pathname);
  };
  const reaches = ['pointerover', 'focusin', 'touchstart'] as const;
  document.addEventListener('click', onClick);
  for (const type of reaches) document.addEventListener(type, onReach, { passive: true });
  return () => {
    document.removeEventListener('click', onClick);
    for (const type of reaches) document.removeEventListener(type, onReach);
  };
}
