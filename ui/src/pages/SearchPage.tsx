import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useHydrated } from '../hooks/useHydrated';
import { useNavigationContext } from '../hooks/useNavigationContext';
import { useSearchQuery } from '../hooks/useSearchQuery';
import { Icon } from '../elements/Icon';
import { itemOn } from '../lib/menus/navbar';
import { translate } from '../lib/text/translate';
import type { NavbarKind } from '../model';
import { MAX_QUERY_LENGTH } from '../search/limits';
import type { SearchResultsProps } from '../search/SearchResults';
import type { PageViewProps } from './pageViewProps';

/** The results' component once its code is loaded: it is part of the first paint of this page then. */
let KnownResults: ComponentType<SearchResultsProps> | null = null;

/** The search page. The query is in the address, with and without script. */
export function SearchPage({ site, page }: PageViewProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useSearchQuery(field, MAX_QUERY_LENGTH);
  // What the server answered, in a document.
  const [served] = useState(text);
  // The server knows no query when it renders the page; it inserts the text of the field later.
  const isHydrated = useHydrated();
  const query = isHydrated ? text : '';
  const [Results, setResults] = useState(() => KnownResults);
  // The server renders results into a document only.
  const [isAnswered, setAnswered] = useState(isHydrated);
  // A field that has its text from the address would get the caret before it.
  useEffect(() => {
    const own = field.current;
    if (own?.selectionEnd === 0) own.setSelectionRange(own.value.length, own.value.length);
  }, []);
  // The results' code is no part of other pages.
  useEffect(() => {
    void import('../search/SearchResults').then(({ SearchResults }) => {
      KnownResults = SearchResults;
      setResults(() => SearchResults);
    });
  }, []);
  return (
    <article className="doc wide md find">
      <h1>
        {query === ''
          ? translate('theme.SearchPage.emptyResultsTitle', 'Search the documentation')
          : translate('theme.SearchPage.existingResultsTitle', 'Search results for "{query}"', { query })}
      </h1>
      <form role="search" action={page.path} className="ask" onSubmit={(event) => event.preventDefault()}>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          name="q"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: readers come to this page to type.
          autoFocus
          maxLength={MAX_QUERY_LENGTH}
          aria-label={translate('theme.SearchPage.inputLabel', 'Search')}
          placeholder={translate('theme.SearchPage.inputPlaceholder', 'Type your search here')}
          suppressHydrationWarning
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      {!isAnswered && <ServedResults hidden={text !== served} />}
      {Results && <Results site={site} page={page} query={query} onAnswer={setAnswered} />}
      {query === '' && <Sections site={site} page={page} />}
    </article>
  );
}

/**
 * The parts of the site, where nothing is searched for: the navbar's links. The served page has them also for a query, which its
 * first render does not know: CSS hides them there.
 */
function Sections({ site, page }: Pick<PageViewProps, 'site' | 'page'>) {
  const place = useNavigationContext(site, page);
  const items = site.navbar.map((item) => itemOn(place, item));
  const links = items
    .flatMap((item) => (item.type === 'dropdown' ? (item.items ?? []) : [item]))
    .filter(({ type, external, label }) => KINDS.includes(type) && !external && label !== '');
  const byHref = new Map(links.map((link) => [link.href, link.label]));
  return (
    <ul aria-label={site.title}>
      {[...byHref].map(([href, label]) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}

const KINDS: readonly NavbarKind[] = ['link', 'doc'];

/**
 * The results that the server rendered, for readers without script. They stay until the first answer of the client, also if it
 * fails: without them the page would be short for a moment, and a reader who had scrolled would be at its start.
 */
function ServedResults({ hidden }: { hidden: boolean }) {
  const content = { __html: '' };
  return <div id="search-served" hidden={hidden} suppressHydrationWarning dangerouslySetInnerHTML={content} />;
}
