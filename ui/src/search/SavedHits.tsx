import { useMemo } from 'react';
import { translate } from '../lib/text/translate';
import { openHistory, savedNames, type SavedHit } from './history';
import { parseHitUrl } from './hits';
import type { SearchSettings } from './settings';

export type SavedHitsProps = { settings: SearchSettings };

/** The hits that the reader opened before, and the favorites. */
export function SavedHits({ settings }: SavedHitsProps) {
  const { collection, externalUrlRegex } = settings;
  const { recent, favorite } = useMemo(() => openHistory(collection), [collection]);
  const section = (title: string, hits: readonly SavedHit[]) =>
    hits.length > 0 && (
      <section>
        <h2>{title}</h2>
        <ul>
          {hits.map((hit) => (
            <li key={hit.objectID}>
              <SavedHitLink hit={hit} externalUrlRegex={externalUrlRegex} />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <>
      {section(translate('theme.SearchModal.startScreen.recentSearchesTitle', 'Recent'), recent)}
      {section(translate('theme.SearchModal.startScreen.favoriteSearchesTitle', 'Favorite'), favorite)}
    </>
  );
}

/** The page and its section. */
function SavedHitLink({ hit, externalUrlRegex }: { hit: SavedHit; externalUrlRegex: string | null }) {
  const { href, external } = parseHitUrl(hit.url, externalUrlRegex);
  const names = savedNames(hit);
  return (
    <a href={href} {...(external && { 'data-full-load': '' })}>
      {[...new Set([names[0], names.at(-1)])].join(': ')}
    </a>
  );
}
