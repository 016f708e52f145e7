import { useSyncExternalStore } from 'react';

const QUERY_CHANGED = 'library:query';

/** Changes one parameter of the address in place; null takes it away. */
export type SetParameter = (name: string, value: string | null) => void;

/** The query of the address, null during server rendering and hydration, and a function that changes it. */
export function useQuery(): [URLSearchParams | null, SetParameter] {
  const text = useSyncExternalStore<string | null>(
    (notify) => {
      window.addEventListener(QUERY_CHANGED, notify);
      window.addEventListener('popstate', notify);
      return () => {
        window.removeEventListener(QUERY_CHANGED, notify);
        window.removeEventListener('popstate', notify);
      };
    },
    () => window.location.search,
    () => null,
  );
  return [text === null ? null : new URLSearchParams(text), replaceParameter];
}

function replaceParameter(name: string, value: string | null): void {
  const query = new URLSearchParams(window.location.search);
  if (value === null) query.delete(name);
  else query.set(name, value);
  // A comma in a query needs no escape.
  const search = query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : '';
  window.history.replaceState(window.history.state, '', window.location.pathname + search + window.location.hash);
  window.dispatchEvent(new Event(QUERY_CHANGED));
}
