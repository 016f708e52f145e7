/**
 * Helps that readers ask for: a preview of a link they stay on, the address of a heading, the list of keys. What draws
 * them is loaded when one is first asked for.
 */

import { announce } from '../lib/browser/announce';
import { eventLink, pageUrl } from '../lib/links';
import { sparesData, type PageLoader } from '../lib/navigation/pageLoader';
import { samePath } from '../lib/path';
import { isTyping } from '../lib/browser/shortcuts';
import { translate } from '../lib/text/translate';

/** So long a reader must stay on a link. */
const DWELL_MS = 600;
/** A page that moves below a resting mouse is no wish of the reader. */
const FRESH_MS = 150;

export function offerEnhancements(basePath: string, loader: PageLoader): () => void {
  let timer: number | undefined;
  let moved = -Infinity;
  const onMove = ({ timeStamp }: Event) => {
    moved = timeStamp;
  };
  const leave = () => window.clearTimeout(timer);
  const onReach = (event: Event) => {
    const link = eventLink(event);
    const isMouse = event instanceof PointerEvent;
    leave();
    if (
      !link?.closest('[data-slot]') ||
      sparesData() ||
      !window.matchMedia('(min-width:997px) and (hover:hover)').matches
    )
      return;
    if (isMouse && event.pointerType !== 'mouse') return;
    const url = pageUrl(link, basePath);
    if (!url || samePath(url.pathname, window.location.pathname)) return;
    timer = window.setTimeout(() => {
      if (isMouse && moved < event.timeStamp - FRESH_MS) return;
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
    void import('./help').then(({ showHelp }) => showHelp());
  };
  const listeners: [string, (event: never) => void][] = [
    ['pointermove', onMove],
    ['pointerover', onReach],
    ['focusin', onReach],
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
