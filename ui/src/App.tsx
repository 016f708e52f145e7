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
  const { shown, loader, failure } = usePageSwitch({ page, slots }, build, site);
  const navigate = useNavigate();
  const onSearch = (typed?: string | HTMLInputElement) =>
    site.search && openSearch({ site, page: shown.page, navigate: (to) => void navigate(to) }, typed);
  usePageEffects({ shown, site, loader, navigate, openSearch: onSearch });
  return (
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
  );
}
