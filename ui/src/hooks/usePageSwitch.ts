import { type Dispatch, type SetStateAction, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { reloadOnce } from '../lib/navigation/fullLoad';
import { notFoundPage } from '../lib/navigation/notFoundPage';
import { createPageLoader, type LoadedPage, type PageLoader } from '../lib/navigation/pageLoader';
import { samePath, withQueryAndHash } from '../lib/path';
import { endProgress, startProgress } from '../lib/browser/progress';
import type { PageProps, SiteProps } from '../model';
import { restoreView, type Arrival } from '../lib/navigation/restoreView';

/** The page on the screen, and the navigation that led to it (null on the first load). */
export type ShownPage = {
  page: PageProps;
  slots: readonly string[];
  head?: string;
  pathname: string;
  arrival: Arrival | null;
};

export type PageSwitch = {
  shown: ShownPage;
  show: Dispatch<SetStateAction<ShownPage>>;
  loader: PageLoader;
  /** Goes to an address. A page that is loaded is rendered together with the change of the address. */
  follow: (to: string, replace: boolean) => void;
  /** Set if a page could not be loaded and a document load would fail as well. */
  failure: { error: unknown; retry: () => void } | null;
};

/** Loads the page of the current address. The old page stays until the new one is loaded; the last click wins. */
export function usePageSwitch(
  first: { page: PageProps; slots: readonly string[] },
  build: string,
  site: SiteProps,
): PageSwitch {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const [shown, setShown] = useState<ShownPage>({ ...first, pathname: location.pathname, arrival: null });
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const loader = useMemo(() => createPageLoader(build, site.basePath), [build, site.basePath]);
  const handled = useRef(location);
  const showLoaded = (next: ShownPage) => {
    setFailure(null);
    setAttempt(0);
    setShown(next);
  };
  const { follow, takeFollowed } = useFollow(loader, shown.pathname, showLoaded);

  // The address is browser state: Back changes it as well as a click. Back right after a click leaves the address as it was, but
  // the page of the link is shown by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: all else changes with the address and must not load the page twice.
  useEffect(() => {
    const arrival: Arrival = { location, type: navigationType };
    const previous = handled.current;
    handled.current = location;
    const isOwnPage = samePath(location.pathname, shown.pathname);
    if (previous === location && attempt === 0 && isOwnPage) return;
    if (takeFollowed() === location.key) return;
    if (isOwnPage) {
      setFailure(null);
      restoreView(arrival, previous);
      return;
    }
    const settle = (loaded: LoadedPage) => {
      if (loaded.type === 'redirect')
        return navigate(withQueryAndHash(loaded.to, location.search, location.hash), { replace: true });
      const { pathname } = location;
      const { page, slots, head } = loaded.type === 'not-found' ? notFoundPage(shown.page, pathname, site) : loaded;
      showLoaded({ page, slots, head, pathname, arrival });
    };
    const fail = (error: unknown) => {
      if (!navigator.onLine) return setFailure({ error });
      console.warn(`The page ${location.pathname} could not be loaded; it is requested again.`, error);
      window.location.reload();
    };
    return startLoading(loader, location.pathname, settle, fail);
    // `navigate` changes with the address, which is what counts.
  }, [location, attempt, shown.pathname]);

  return {
    shown,
    show: setShown,
    loader,
    follow,
    failure: failure && { ...failure, retry: () => setAttempt((count) => count + 1) },
  };
}

/**
 * `follow` goes to an address. It renders a page that is loaded in the same transition as the address: otherwise the app would be
 * rendered twice, with a frame in between. `takeFollowed` gives the key of the history entry whose page `follow` has shown, once.
 */
function useFollow(loader: PageLoader, shownPath: string, showLoaded: (next: ShownPage) => void) {
  const navigate = useNavigate();
  const followed = useRef<string | null>(null);
  const follow = (to: string, replace: boolean) => {
    const { pathname, search, hash } = new URL(to, window.location.href);
    const loaded = samePath(pathname, shownPath) ? undefined : loader.ready(pathname);
    void navigate(to, { replace });
    if (loaded?.type !== 'page' || !loaded.sameBuild) return;
    // Reports the view.
    void loader.load(pathname);
    followed.current = (window.history.state as { key?: string } | null)?.key ?? null;
    const { page, slots, head } = loaded;
    const arrival: Arrival = { location: { pathname, search, hash }, type: replace ? 'REPLACE' : 'PUSH' };
    startTransition(() => showLoaded({ page, slots, head, pathname, arrival }));
  };
  const takeFollowed = () => {
    const key = followed.current;
    followed.current = null;
    return key;
  };
  return { follow, takeFollowed };
}

/** Loads a page, and shows the progress meanwhile. The returned function ends both; after it neither callback is called. */
function startLoading(
  loader: PageLoader,
  pathname: string,
  settle: (loaded: LoadedPage) => void | Promise<void>,
  fail: (error: unknown) => void,
): () => void {
  let current = true;
  startProgress();
  loader
    .load(pathname)
    .then((loaded) => (!current || (!loaded.sameBuild && reloadOnce()) ? undefined : settle(loaded)))
    .catch((error: unknown) => current && fail(error))
    .finally(() => current && endProgress());
  return () => {
    current = false;
    endProgress();
  };
}
