import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';

/**
 * The text of the search page's field and a function that replaces it. The address follows the text as `q`.
 *
 * The router changes its location in a transition. A field that waited for it would lose letters typed in between. The first
 * render already has the text of the address, since React gives a served field that text before the page is hydrated.
 */
export function useSearchQuery(
  field: RefObject<HTMLInputElement | null>,
  maxLength: number,
): [string, (query: string) => void] {
  const location = useLocation();
  const navigation = useNavigationType();
  const navigate = useNavigate();
  const [query, setQuery] = useState(() => queryOf(location.search, maxLength));
  // The reader may have typed into the served field before the page was hydrated.
  useLayoutEffect(() => {
    if (field.current) setQuery(field.current.value);
  }, [field]);
  // The router listens to addresses only now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed before the first render.
  useEffect(() => {
    const typed = field.current?.value ?? query;
    if (typed !== query) follow(typed);
  }, [field]);
  // While the new address is rendered, so that the scroll position of Back finds the page that belongs to it.
  const [shown, setShown] = useState(location);
  // Otherwise this page stays until another one is loaded.
  if (shown !== location && shown.pathname === location.pathname) {
    setShown(location);
    // A replaced address is the one written below.
    if (navigation !== 'REPLACE') setQuery(queryOf(location.search, maxLength));
  }
  const change = (text: string) => {
    setQuery(text);
    follow(text);
  };
  const follow = (text: string) => {
    const params = new URLSearchParams(location.search);
    if (text === '') params.delete('q');
    else params.set('q', text);
    void navigate({ search: params.toString() }, { replace: true });
  };
  return [query, change];
}

/** The query of an address, as the server reads it (`query_of` in `server/src/search/results_page.rs`). */
function queryOf(search: string, maxLength: number): string {
  return (new URLSearchParams(search).getAll('q').at(-1) ?? '').slice(0, maxLength);
}
