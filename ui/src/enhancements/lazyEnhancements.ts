/**
 * Loads enhancements when a reader first uses them: the preview of a hovered link, and the list of keyboard
 * shortcuts. Copies the address of a heading when its link is clicked.
 */

import { announce } from '../lib/browser/announce';
import { eventLink, pageUrl } from '../lib/links';
import { savesData, type PageLoader } from '../lib/navigation/pageLoader';
import { samePath } from '../lib/path';
import { isTyping } from '../lib/browser/shortcuts';
import { translate } from '../lib/text/translate';

/** Milliseconds that the pointer or the focus must stay on a link. */
const DWELL_MS = 600;
/** Milliseconds: if the pointer last moved before them, the page scrolled below it, and the reader did not choose the link. */
const RECENT_MOVE_MS = 150;

export function lazyEnhancements(basePath: string, loader: PageLoader): () => void {
  let timer: number | undefined;
  let moved = -Infinity;
  const onMove = ({ timeStamp }: Event) => {
    moved = timeStamp;
  };
  const leave = () => window.clearTimeout(timer);
  const onHoverOrFocus = (event: Event) => {
    const link = eventLink(event);
    const isMouse = event instanceof PointerEvent;
    leave();
    if (
      !link?.closest('[data-slot]') ||
      savesData() ||
      !window.matchMedia('(min-width:997px) and (hover:hover)').matches
    )
      return;
    if (isMouse && event.pointerType !== 'mouse') return;
    const url = pageUrl(link, basePath);
    if (!url || samePath(url.pathname, window.location.pathname)) return;
    timer = window.setTimeout(() => {
      if (isMouse && moved < event.timeStamp - RECENT_MOVE_MS) return;
      const page = loader.load(url.pathname, true);
      void Promise.all([import('./preview'), page]).then(
        ([{ showPreview }, loaded]) => showPreview(link, loaded),
        () => {},
      );
    }, DWELL_MS);
  };
  const onClick = (event: Event) => {
    leave();
    const link = eventLink(event);
    if (!link?.matches('.hash-link')) return;
    void navigator.clipboard?.writeText(link.href).then(
      () => announce(translate('theme.heading.linkCopied', 'Link copied')),
      () => {},
    );
  };
  const onKey = (event: KeyboardEvent) => {
    leave();
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    void import('./shortcutsDialog').then(({ showShortcuts }) => showShortcuts());
  };
  const listeners: [string, (event: never) => void][] = [
    ['pointermove', onMove],
    ['pointerover', onHoverOrFocus],
    ['focusin', onHoverOrFocus],
    ['pointerout', leave],
    ['focusout', leave],
    ['click', onClick],
    ['keydown', onKey],
  ];
  for (const [type, listener] of listeners)
    document.addEventListener(type, listener as EventListener, { passive: true });
  return () => {
    leave();
    for (const [type, listener] of listeners) document.removeEventListener(type, listener as EventListener);
  };
}
