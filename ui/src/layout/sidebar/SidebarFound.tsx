import { findItems } from '../../lib/menus/sidebarFilter';
import { translate } from '../../lib/text/translate';
import type { RoutePath, SidebarItem } from '../../model';
import { Link } from '../../elements/Link';

export type SidebarFoundProps = { items: readonly SidebarItem[]; text: string; path: RoutePath };

/** The pages of the sidebar that a filter leaves, each with the categories that hold it. */
export function SidebarFound({ items, text, path }: SidebarFoundProps) {
  const found = findItems(items, text);
  return (
    <>
      <p className="tree-none" role="status">
        {found.length === 0 && translate('theme.docs.sidebar.filterNone', 'No page has this name.')}
      </p>
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
    </>
  );
}
