import { useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePageEffects } from './hooks/usePageEffects';
import { usePageSwitch } from './hooks/usePageSwitch';
import { ErrorBoundary } from './layout/failures/ErrorBoundary';
import { LoadFailure } from './layout/failures/LoadFailure';
import { Shell } from './layout/Shell';
import type { PageProps, SiteProps } from './model';
import { PageView } from './pages/PageView';
import { openSearch } from './search/lazySearch';

export type AppProps = { build: string; site: SiteProps; page: PageProps; slots: readonly string[] };

export function App({ build, site, page, slots }: AppProps) {
  const { shown, show, loader, follow, failure } = usePageSwitch({ page, slots }, build, site);
  const navigate = useNavigate();
  const latest = useRef({ shown, navigate });
  latest.current = { shown, navigate };
  const onSearch = useCallback(
    (typed?: string | HTMLInputElement) => {
      const { shown, navigate } = latest.current;
      if (site.search) openSearch({ site, page: shown.page, navigate: (to) => void navigate(to) }, typed);
    },
    [site],
  );
  usePageEffects({ shown, show, site, loader, navigate, follow, openSearch: onSearch });
  // The address changes before the page: without the memo the old page would be rendered again in between.
  return useMemo(
    () => (
      <ErrorBoundary resetKey={shown.pathname}>
        <Shell site={site} page={shown.page} onSearch={onSearch}>
          {failure ? (
            <LoadFailure error={failure.error} onRetry={failure.retry} />
          ) : (
            <ErrorBoundary resetKey={shown.pathname} catchesIslandErrors>
              <PageView key={shown.pathname} site={site} page={shown.page} slots={shown.slots} />
            </ErrorBoundary>
          )}
        </Shell>
      </ErrorBoundary>
    ),
    [site, shown, failure, onSearch],
  );
}
