import { useSearchParams } from 'react-router-dom';
import { useHydrated } from './useHydrated';

/** `?q=` of the address, replaced as it is typed; empty in the first render, which knows no query. */
export function useSearchQuery(): [string, (query: string) => void] {
  const [params, setParams] = useSearchParams();
  const hydrated = useHydrated();
  const setQuery = (query: string) =>
    setParams(
      (old) => {
        if (query === '') old.delete('q');
        else old.set('q', query);
        return old;
      },
      { replace: true },
    );
  return [hydrated ? (params.get('q') ?? '') : '', setQuery];
}
