import { useLocation } from 'react-router-dom';
import type { Place } from '../lib/menus/navbar';
import { versionSlot } from '../lib/menus/versions';
import type { PageProps, SiteProps } from '../model';
import { useHydrated } from './useHydrated';

const START = { pathname: '', search: '', hash: '' };

/** Where the reader is, for the navbar's items. The first render knows neither query nor storage. */
export function usePlace(site: SiteProps, page: PageProps): Place {
  const address = useLocation();
  const hydrated = useHydrated();
  return {
    site,
    page,
    address: hydrated ? address : START,
    preferred: (plugin) => (hydrated ? versionSlot(plugin).get() : null),
  };
}
