import { clientModules } from 'virtual:bindery-client-modules';
import { mountIslands } from 'virtual:bindery-islands';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import { enhance } from '../enhancements/enhance';
import { lazyEnhancements } from '../enhancements/lazyEnhancements';
import { prepareAnnouncer } from '../lib/browser/announce';
import { applyHead } from '../lib/browser/head';
import { whenWhole } from '../lib/navigation/aheadOfLinks';
import { followLinks } from '../lib/navigation/followLinks';
import type { PageLoader } from '../lib/navigation/pageLoader';
import { showNewPage } from '../lib/navigation/restoreView';
import { prefetchVisible } from '../lib/navigation/prefetchVisible';
import { rememberScroll } from '../lib/browser/scroll';
import { listenForSearchField } from '../lib/browser/searchField';
import { forgetLostVersions } from '../lib/menus/versions';
import { replayEarlyInput } from '../lib/start/earlyInput';
import { reportDocumentView } from '../lib/navigation/views';
import type { SiteProps } from '../model';
import { useAnalytics } from './useAnalytics';
import type { PageSwitch } from './usePageSwitch';

export type PageEffects = {
  shown: PageSwitch['shown'];
  show: PageSwitch['show'];
  site: SiteProps;
  loader: PageLoader;
  navigate: NavigateFunction;
  follow: PageSwitch['follow'];
  openSearch: (typed?: string | HTMLInputElement) => void;
};

/** Effects on the document outside of React: head, scroll position, focus, links, keys. */
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
    const navigate = (to: string, replace: boolean) => latest.current.follow(to, replace);
    const stops = [
      rememberScroll(),
      lazyEnhancements(basePath, loader),
      followLinks({ basePath, navigate, prefetch: loader.prepare }),
      listenForSearchField((field) => latest.current.openSearch(field)),
    ];
    forgetLostVersions(versions);
    prepareAnnouncer();
    reportDocumentView(basePath);
    // `bindery dev` shows edits in the open page (`server/overlay/page.js`).
    window.bindery = { latest, enhance, mountIslands };
    document.documentElement.dataset.hasHydrated = 'true';
    // Not in the middle of React's work.
    queueMicrotask(() => void replayEarlyInput(() => latest.current.openSearch()));
    return () => stops.forEach((stop) => stop());
  }, []);

  // Before the browser paints the new page.
  useLayoutEffect(() => {
    if (!shown.arrival) return;
    applyHead(shown.page.headTitle, shown.head ?? '');
    showNewPage(shown.arrival, shown.page.title);
  }, [shown]);

  // Each page has other links.
  useEffect(
    () =>
      whenWhole(() => {
        if (clientModules !== null) void clientModules.routeShown(window.location);
        const main = document.querySelector('main');
        return main ? prefetchVisible(main, latest.current.site.basePath, latest.current.loader.prefetch) : undefined;
      }),
    [shown],
  );

  useEffect(() => {
    if (site.offline) void import('../lib/browser/keepOffline').then(({ keepOffline }) => keepOffline(site.basePath));
  }, [shown, site]);

  useAnalytics(site, shown.pathname);
}
