import { memo, useRef, useState } from 'react';
import { useOpenCategories } from '../../hooks/sidebar/useOpenCategories';
import { useRevealCurrent } from '../../hooks/sidebar/useRevealCurrent';
import { useSidebarTree } from '../../hooks/sidebar/useSidebarTree';
import { translate } from '../../lib/text/translate';
import type { RoutePath, SidebarProps } from '../../model';
import { SidebarItems } from './SidebarItems';
import { useSidebarFilter } from './useSidebarFilter';

export type DocsSidebarProps = { sidebar: SidebarProps; path: RoutePath; autoCollapse: boolean };

/** The tree of a sidebar. One with categories has a field that leaves only the pages whose names match. */
export const DocsSidebar = memo(function DocsSidebar({ sidebar, path, autoCollapse }: DocsSidebarProps) {
  const { items, request, complete } = useSidebarTree(sidebar);
  const { open, toggle } = useOpenCategories(items, path, autoCollapse);
  const [text, setText] = useState('');
  const { Filter, load } = useSidebarFilter();
  const ref = useRef<HTMLElement>(null);
  useRevealCurrent(ref, path);
  const label = translate('theme.docs.sidebar.filterLabel', 'Filter pages');
  const filter = (next: string) => {
    setText(next);
    // Also after a request that failed.
    load();
    complete();
  };
  return (
    <nav
      ref={ref}
      className="tree"
      aria-label={translate('theme.docs.sidebar.navAriaLabel', 'Docs sidebar')}
      onPointerEnter={complete}
      onFocus={complete}
    >
      {items.some(({ type }) => type === 'category') && (
        <div className="tree-filter js">
          <input
            type="search"
            autoComplete="off"
            aria-label={label}
            placeholder={label}
            value={text}
            onFocus={load}
            onChange={(event) => filter(event.currentTarget.value)}
          />
        </div>
      )}
      {Filter === null && (
        <p className="tree-none" role="status">
          {translate('theme.SearchModal.errorScreen.titleText', 'Unable to fetch results')}
        </p>
      )}
      {Filter && <Filter items={items} request={request} text={text} path={path} />}
      {!(Filter && text.trim()) && (
        <SidebarItems items={items} parent="" path={path} open={open} toggle={toggle} complete={complete} />
      )}
    </nav>
  );
});
