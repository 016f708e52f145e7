import { useSearchQuery } from '../hooks/useSearchQuery';
import { Icon } from '../layout/Icon';
import { translate } from '../lib/translate';
import type { PageViewProps } from './PageView';

/** The frame of the search page: what is typed is kept in the address, with or without script. */
export function SearchPage({ page }: PageViewProps) {
  const [query, setQuery] = useSearchQuery();
  return (
    <article className="doc wide md find">
      <h1>{translate('theme.SearchPage.emptyResultsTitle', 'Search the documentation')}</h1>
      <form role="search" action={page.path} className="ask" onSubmit={(event) => event.preventDefault()}>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          autoComplete="off"
          autoFocus
          maxLength={64}
          aria-label={translate('theme.SearchPage.inputLabel', 'Search')}
          placeholder={translate('theme.SearchPage.inputPlaceholder', 'Type your search here')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </form>
    </article>
  );
}
