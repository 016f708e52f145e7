import { useEffect, useRef, useState } from 'react';
import { translate, translatePlural } from '../lib/text/translate';
import type { PageProps, SiteProps } from '../model';
import { FigureBox } from './FigureBox';
import { parseHitUrl, type Hit } from './hits';
import { HighlightedText } from './HighlightedText';
import { figureText, suggestionsText, toolLabel, unknownText } from './messages';
import { SavedHits } from './SavedHits';
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
  const isAnswered = asked !== '' && state !== 'asking';
  const figure = asked === '' ? null : results.figure;

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
      {figure && <FigureBox figure={figure} externalUrlRegex={settings?.externalUrlRegex ?? null} />}
      <p role="status">
        {/* a11y: the figure is announced; it is shown above. */}
        {isAnswered && figure && <span className="vh">{figureText(figure)} </span>}
        {isAnswered && <span>{statusText(state, found, figure !== null)}</span>}
      </p>
      {query === '' && settings && <SavedHits settings={settings} />}
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

/** The words that no page has, and links to searches for the nearest ones. */
function UnknownWords({ words, path }: { words: readonly UnknownWord[]; path: string }) {
  const nearest = [...new Set(words.flatMap((word) => word.nearest))];
  return (
    <>
      <p>{unknownText(words.map(({ word }) => word))}</p>
      {nearest.length > 0 && (
        <>
          <p>{suggestionsText()}</p>
          <ul>
            {nearest.map((term) => (
              <li key={term}>
                <a href={`${path}?q=${encodeURIComponent(term)}`}>{term}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function statusText(state: string, found: number, hasFigure: boolean): string {
  if (state === 'failed') return translate('theme.SearchModal.errorScreen.titleText', 'Unable to fetch results');
  if (found === 0 && hasFigure) return '';
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
          <HighlightedText pieces={hit.title} />
        </a>
        {hit.isTool && <span className="hit-kind"> {toolLabel()}</span>}
      </h2>
      {path.length > 0 && <p className="hit-path">{path.join(' › ')}</p>}
      {hit.summary.length > 0 && (
        <p>
          <HighlightedText pieces={hit.summary} />
        </p>
      )}
    </article>
  );
}
