import { useEffect, useLayoutEffect, useRef } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import { prepareAnnouncer } from '../lib/announce';
import { applyHead } from '../lib/head';
import { followLinks } from '../lib/followLinks';
import type { PageLoader } from '../lib/pageLoader';
import { placeNewPage } from '../lib/placeView';
import { rememberScroll } from '../lib/scroll';
import { listenForShortcuts } from '../lib/shortcuts';
import type { SiteProps } from '../model';
import type { ShownPage } from './usePageSwitch';

export type PageEffects = {
  shown: ShownPage;
  site: SiteProps;
  loader: PageLoader;
  navigate: NavigateFunction;
  openSearch: () => void;
};

/** What happens to the document around React: head, scroll position, focus, links, keys. */
export function usePageEffects(effects: PageEffects): void {
  const { shown, site } = effects;
  const latest = useRef(effects);
  latest.current = effects;

  // The document outlives each page: its listeners are set once.
  useEffect(() => {
    const { loader, site: { basePath } } = latest.current;
    const navigate = (to: string, replace: boolean) => void latest.current.navigate(to, { replace });
    const stops = [
      rememberScroll(),
      followLinks({ basePath, navigate, prefetch: loader.prefetch }),
      listenForShortcuts(() => latest.current.openSearch()),
    ];
    prepareAnnouncer();
    document.documentElement.dataset['hasHydrated'] = 'true';
    return () => stops.forEach((stop) => stop());
  }, []);

  // Before the browser paints the new page.
  useLayoutEffect(() => {
    if (!shown.arrival) return;
    applyHead(shown.page, site);
    placeNewPage(shown.arrival, shown.page.title);
  }, [shown, site]);
}
