import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { samePath } from '../lib/path';
import type { SiteProps } from '../model';

/** Reports each address when its page is shown; the vendor's own script reports the first one. */
export function useAnalytics({ analytics }: SiteProps, shownPath: string): void {
  const { pathname, search, hash } = useLocation();
  const lastTracked = useRef<string | null>(null);
  // The data layer is a global of the browser.
  useEffect(() => {
    const address = pathname + search + hash;
    if (analytics?.provider !== 'gtag' || !samePath(pathname, shownPath)) return;
    const last = lastTracked.current;
    lastTracked.current = address;
    // Sites without analytics do without its code.
    import('../lib/browser/analytics').then(
      ({ startAnalytics, trackPage }) => {
        if (last === null) startAnalytics(analytics.id);
        else if (last !== address) trackPage(address);
      },
      () => {},
    );
  }, [analytics, shownPath, pathname, search, hash]);
}
