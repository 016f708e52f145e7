import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { startAnalytics, trackPage } from '../lib/browser/analytics';
import { samePath } from '../lib/path';
import type { SiteProps } from '../model';

/** Tells of each address once its page is shown; the first is told by the vendor's own script. */
export function useAnalytics({ analytics }: SiteProps, shownPath: string): void {
  const { pathname, search, hash } = useLocation();
  const told = useRef<string | null>(null);
  // The data layer is the browser's.
  useEffect(() => {
    const address = pathname + search + hash;
    if (analytics?.provider !== 'gtag' || !samePath(pathname, shownPath)) return;
    if (told.current === null) startAnalytics(analytics.id);
    else if (told.current !== address) trackPage(address);
    told.current = address;
  }, [analytics, shownPath, pathname, search, hash]);
}
