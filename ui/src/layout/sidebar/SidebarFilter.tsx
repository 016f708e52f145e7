import type { SidebarTree } from '../../hooks/sidebar/useSidebarTree';
import { findItems, hasAllItems, type FoundItem } from '../../lib/menus/sidebarFilter';
import { translate, translatePlural } from '../../lib/text/translate';
import type { RoutePath } from '../../model';
import { Link } from '../../elements/Link';

export type SidebarFilterProps = Pick<SidebarTree, 'items' | 'request'> & {
  /** What the reader typed; empty at first. */
  text: string;
  path: RoutePath;
};

/** The pages of the sidebar whose names match a text, each with the categories that hold it. Loaded on first use. */
export function SidebarFilter({ items, request, text, path }: SidebarFilterProps) {
  const isAsked = text.trim() !== '';
  const found = findItems(items, text);
  const isWhole = request === 'done' || hasAllItems(items);
  return (
    <>
      {/* a11y: a live region, which is in the page before it has a text. The number of pages is announced, not shown. */}
      <p className={isWhole && found.length > 0 ? 'vh' : 'tree-none'} role="status">
        {isAsked && (isWhole ? countText(found.length) : partText(request))}
      </p>
      {isAsked && <FoundItems found={found} path={path} />}
    </>
  );
}

function countText(count: number): string {
  if (count === 0) return translate('theme.docs.sidebar.filterNone', 'No page has this name.');
  return translatePlural(
    'theme.SearchPage.documentsFound.plurals',
    'One document found|{count} documents found',
    count,
  );
}

function partText(request: SidebarTree['request']): string {
  return request === 'failed'
    ? translate('theme.SearchModal.errorScreen.titleText', 'Unable to fetch results')
    : translate('theme.SearchPage.fetchingNewResults', 'Fetching new results...');
}

function FoundItems({ found, path }: { found: readonly FoundItem[]; path: RoutePath }) {
  return (
    <ul role="list">
      {found.map(({ href, label, external, place }) => (
        <li key={href}>
          <div className={href === path ? 'row here' : 'row'}>
            <Link href={href} external={external} current={href === path}>
              {label}
              {place !== '' && <small>{place}</small>}
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
