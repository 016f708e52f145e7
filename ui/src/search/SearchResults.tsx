import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Icon, isIconName } from '../elements/Icon';
import { translate, translatePlural } from '../lib/text/translate';
import type { PageProps, SiteProps } from '../model';
import { Feedback } from './Feedback';
import { FigureBox } from './FigureBox';
import { isSection, parseHitUrl, type Hit } from './hits';
import { HighlightedText } from './HighlightedText';
import { failureTexts, figureText, suggestionsOf, suggestionsText, toolLabel, unknownText } from './messages';
import { SavedHits } from './SavedHits';
import { useResults, type Results, type Versions } from './useResults';

export type SearchResultsProps = {
  site: SiteProps;
  page: PageProps;
  query: string;
  /** Called with true before the first answer is painted. */
  onAnswer?: (isAnswered: true) => void;
};

/** What is below the field of the search page. */
export function SearchResults({ site, page, query, onAnswer }: SearchResultsProps) {
  const [versions, setVersions] = useState<Versions>({});
  const results = useResults(site, page, query, versions);
  const { settings, asked, hits, found, state, more } = results;
  const hasMore = hits.length < found;
  const end = useEnd(hasMore && state === 'done', more);
  const isAnswered = asked !== '' && state !== 'asking';
  const figure = asked === '' ? null : results.figure;

  useLayoutEffect(() => {
    if (query === '' || (isAnswered && !results.failure)) onAnswer?.(true);
  }, [isAnswered, results.failure, query, onAnswer]);

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
        {isAnswered && <span>{statusText(results, figure !== null)}</span>}
      </p>
      {query === '' && settings && <SavedHits settings={settings} />}
      {results.failure && <p>{failureTexts(results.failure)[1]}</p>}
      {results.unknown.length > 0 && <UnknownWords results={results} path={page.path} />}
      {asked !== '' && state === 'done' && found === 0 && !figure && settings?.feedbackUrl && (
        <Feedback query={asked} feedbackUrl={settings.feedbackUrl} />
      )}
      {/* Direct blocks of the page would be left out as those of a long page are. */}
      <div>
        {hits.map((hit) => (
          <ResultCard key={hit.id} hit={hit} externalUrlRegex={settings?.externalUrlRegex ?? null} />
        ))}
        {results.failure?.retryAfter === null && (
          <button type="button" className="btn" onClick={results.retry}>
            {translate('theme.ErrorPageContent.tryAgain', 'Try again')}
          </button>
        )}
        <div ref={end}>
          {hasMore &&
            !results.failure &&
            hits.length > 0 &&
            translate('theme.SearchPage.fetchingNewResults', 'Fetching new results...')}
        </div>
      </div>
    </>
  );
}

/** The end of a list, which asks for more while it is in view and the list waits for that. */
function useEnd(isWaiting: boolean, more: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  // An observer reports when the end of the list comes into view.
  useEffect(() => {
    const element = end.current;
    if (!element || !isWaiting) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more());
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting, more]);
  return end;
}

/** The words that no page has, and links to searches for the other words and for the nearest ones. */
function UnknownWords({ results, path }: { results: Results; path: string }) {
  const suggestions = suggestionsOf(results);
  return (
    <>
      <p>{unknownText(results.unknown.map(({ word }) => word))}</p>
      {suggestions.length > 0 && (
        <>
          <p>{suggestionsText()}</p>
          <ul>
            {suggestions.map((term) => (
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

function statusText({ failure, found }: Results, hasFigure: boolean): string {
  if (failure) return failureTexts(failure)[0];
  if (found === 0 && hasFigure) return '';
  if (found === 0) return translate('theme.SearchPage.noResultsText', 'No results were found');
  return translatePlural(
    'theme.SearchPage.documentsFound.plurals',
    'One document found|{count} documents found',
    found,
  );
}

/** The part of the site and the headings above the section, without the page, which the title names. */
function pathOf({ levels }: Hit): string {
  const above = levels.slice(0, levels.findLastIndex(Boolean));
  return above.filter((name, level) => name && level !== 1).join(' › ');
}

function ResultCard({ hit, externalUrlRegex }: { hit: Hit; externalUrlRegex: string | null }) {
  const { href, external } = parseHitUrl(hit.url, externalUrlRegex);
  const path = pathOf(hit);
  return (
    <article className="hit" data-element={hit.element}>
      <h2>
        {isIconName(hit.element) && <Icon name={hit.element} />}
        <a href={href} {...(external && { 'data-full-load': '' })}>
          {isSection(hit) && `${hit.levels[1]}: `}
          <HighlightedText pieces={hit.title} />
        </a>
        {hit.isTool && <span className="hit-kind"> {toolLabel()}</span>}
      </h2>
      {path && <p className="hit-path">{path}</p>}
      {hit.summary.length > 0 && (
        <p>
          <HighlightedText pieces={hit.summary} />
        </p>
      )}
    </article>
  );
}
