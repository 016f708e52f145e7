import { useLocation } from 'react-router-dom';
import type { NavigationContext } from '../lib/menus/navbar';
import { versionSlot } from '../lib/menus/versions';
import type { PageProps, SiteProps } from '../model';
import { useHydrated } from './useHydrated';

const START = { pathname: '', search: '', hash: '' };

/** The page and address that the navbar's items depend on. The first render knows neither query nor storage. */
export function useNavigationContext(site: SiteProps, page: PageProps): NavigationContext {
  const address = useLocation();
  const hydrated = useHydrated();
  return {
    site,
    page,
    address: hydrated ? address : START,
    preferred: (plugin) => (hydrated ? versionSlot(plugin).get() : null),
  };
}
