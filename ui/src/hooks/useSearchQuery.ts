import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from './useHydrated';

/** The query parameter `q` and a function that replaces it; empty in the first render, as on the server. */
export function useSearchQuery(): [string, (query: string) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const params = new URLSearchParams(search);
  const setQuery = (query: string) => {
    if (query === '') params.delete('q');
    else params.set('q', query);
    void navigate({ search: params.toString() }, { replace: true });
  };
  return [hydrated ? (params.get('q') ?? '') : '', setQuery];
}
