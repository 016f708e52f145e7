import { useEffect, useLayoutEffect, useRef } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import { offerAids } from '../lib/aids';
import { prepareAnnouncer } from '../lib/announce';
import { applyHead } from '../lib/head';
import { enhanceDetails } from '../lib/enhanceDetails';
import { followLinks } from '../lib/followLinks';
import type { PageLoader } from '../lib/pageLoader';
import { placeNewPage } from '../lib/placeView';
import { prefetchVisible } from '../lib/prefetchVisible';
import { rememberScroll } from '../lib/scroll';
import { listenForShortcuts } from '../lib/shortcuts';
import { forgetLostVersions } from '../lib/versions';
import { tellDocument } from '../lib/views';
import type { SiteProps } from '../model';
import { useAnalytics } from './useAnalytics';
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
    const {
      loader,
      site: { basePath, versions },
    } = latest.current;
    const navigate = (to: string, replace: boolean) => void latest.current.navigate(to, { replace });
    const stops = [
      rememberScroll(),
      enhanceDetails(),
      offerAids(basePath, loader),
      followLinks({ basePath, navigate, prefetch: loader.prefetch }),
      listenForShortcuts(() => latest.current.openSearch()),
    ];
    forgetLostVersions(versions);
    prepareAnnouncer();
    tellDocument(basePath);
    document.documentElement.dataset.hasHydrated = 'true';
    return () => stops.forEach((stop) => stop());
  }, []);

  // Before the browser paints the new page.
  useLayoutEffect(() => {
    if (!shown.arrival) return;
    applyHead(shown.page.headTitle, shown.head ?? '');
    placeNewPage(shown.arrival, shown.page.title);
  }, [shown]);

  // Each page has other links.
  useEffect(() => {
    const main = document.querySelector('main');
    return main ? prefetchVisible(main, latest.current.site.basePath, latest.current.loader.prefetch) : undefined;
  }, [shown]);

  useAnalytics(site, shown.pathname);
}
