import { useEffect, useRef, useState } from 'react';
import { translate, translatePlural } from '../lib/text/translate';
import type { PageProps, SiteProps } from '../model';
import { FigureBox } from './FigureBox';
import { openHistory, type SavedHit } from './history';
import { parseHitUrl, type Hit } from './hits';
import { Marked } from './Marked';
import { unknownText } from './modal/screens';
import type { UnknownWord } from './types';
import { useResults } from './useResults';

export type SearchResultsProps = { site: SiteProps; page: PageProps; query: string };

/** What is below the field of the search page. */
export function SearchResults({ site, page, query }: SearchResultsProps) {
  const [versions, setVersions] = useState<Readonly<Record<string, string>>>({});
  const results = useResults(site, page, query, versions);
  const { settings, asked, hits, found, state, more } = results;
  const end = useRef<HTMLDivElement>(null);
  const hasMore = hits.length < found;

  // An observer reports when the end of the list comes into view.
  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore || state !== 'done') return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more());
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, state, more]);
  // React does not manage the document's title.
  useEffect(() => {
    const own = page.headTitle;
    const title =
      query === ''
        ? page.title
        : translate('theme.SearchPage.existingResultsTitle', 'Search results for "{query}"', { query });
    document.title = own.includes(page.title) ? own.replace(page.title, () => title) : title;
  }, [query, page]);

  const several = settings?.contexts.filter((context) => Object.keys(context.versions).length > 1) ?? [];
  return (
    <>
      {several.map(({ id, last, versions: all }) => (
        <select
          key={id}
          className="btn"
          aria-label={translate('theme.SearchPage.versionInputLabel', 'Version')}
          value={versions[id] ?? last}
          onChange={(event) => setVersions({ ...versions, [id]: event.target.value })}
        >
          {Object.keys(all).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      ))}
      {asked !== '' && results.figure && (
        <FigureBox figure={results.figure} externalUrlRegex={settings?.externalUrlRegex ?? null} />
      )}
      <p role="status">{asked === '' || state === 'asking' ? '' : statusText(state, found)}</p>
      {query === '' && settings && <RecentHits collection={settings.collection} />}
      {state === 'failed' && (
        <p>{translate('theme.SearchModal.errorScreen.helpText', 'You might want to check your network connection.')}</p>
      )}
      {results.unknown.length > 0 && <UnknownWords words={results.unknown} path={page.path} />}
      {hits.map((hit) => (
        <ResultCard key={hit.id} hit={hit} externalUrlRegex={settings?.externalUrlRegex ?? null} />
      ))}
      <div ref={end}>
        {hasMore &&
          state !== 'failed' &&
          hits.length > 0 &&
          translate('theme.SearchPage.fetchingNewResults', 'Fetching new results...')}
      </div>
    </>
  );
}

/** The hits that the reader opened before, and the favorites. */
function RecentHits({ collection }: { collection: string }) {
  const { recent, favorite } = openHistory(collection);
  const saved = [...favorite, ...recent];
  if (saved.length === 0) return null;
  return (
    <section>
      <h2>{translate('theme.SearchModal.startScreen.recentSearchesTitle', 'Recent')}</h2>
      <ul>
        {saved.map((hit) => (
          <li key={hit.objectID}>
            <a href={parseHitUrl(hit.url, null).href}>{nameOf(hit)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The section and its page. */
function nameOf({ hierarchy }: SavedHit): string {
  const names = [2, 3, 4, 5, 6].map((level) => hierarchy[`lvl${level}`] ?? '').filter((name) => name !== '');
  return [names.at(-1), hierarchy.lvl1].filter(Boolean).join(', ');
}

function UnknownWords({ words, path }: { words: readonly UnknownWord[]; path: string }) {
  return (
    <>
      <p>{unknownText(words.map(({ word }) => word))}</p>
      <ul>
        {words
          .flatMap(({ nearest }) => nearest)
          .map((term) => (
            <li key={term}>
              <a href={`${path}?q=${encodeURIComponent(term)}`}>{term}</a>
            </li>
          ))}
      </ul>
    </>
  );
}

function statusText(state: string, found: number): string {
  if (state === 'failed') return translate('theme.SearchModal.errorScreen.titleText', 'Unable to fetch results');
  if (found === 0) return translate('theme.SearchPage.noResultsText', 'No results were found');
  return translatePlural(
    'theme.SearchPage.documentsFound.plurals',
    'One document found|{count} documents found',
    found,
  );
}

function ResultCard({ hit, externalUrlRegex }: { hit: Hit; externalUrlRegex: string | null }) {
  const { href, external } = parseHitUrl(hit.url, externalUrlRegex);
  const path = hit.levels.filter((name) => name !== '').slice(0, -1);
  return (
    <article className="hit">
      <h2>
        <a href={href} {...(external && { 'data-full-load': '' })}>
          <Marked pieces={hit.title} />
        </a>
      </h2>
      {path.length > 0 && <p className="hit-path">{path.join(' › ')}</p>}
      {hit.summary.length > 0 && (
        <p>
          <Marked pieces={hit.summary} />
        </p>
      )}
    </article>
  );
}
