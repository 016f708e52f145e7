import { useRef, useState } from 'react';
import { useHydrated } from '../../hooks/useHydrated';
import { useOpenCategories } from '../../hooks/sidebar/useOpenCategories';
import { useRevealCurrent } from '../../hooks/sidebar/useRevealCurrent';
import { useSidebarTree } from '../../hooks/sidebar/useSidebarTree';
import { translate } from '../../lib/text/translate';
import type { RoutePath, SidebarProps } from '../../model';
import { SidebarFound } from './SidebarFound';
import { SidebarItems } from './SidebarItems';

export type DocsSidebarProps = { sidebar: SidebarProps; path: RoutePath; autoCollapse: boolean };

/** The tree of a sidebar. One with categories has a field that leaves only the pages whose names match. */
export function DocsSidebar({ sidebar, path, autoCollapse }: DocsSidebarProps) {
  const { items, complete } = useSidebarTree(sidebar);
  const { open, toggle } = useOpenCategories(items, path, autoCollapse);
  const [text, setText] = useState('');
  const hydrated = useHydrated();
  const ref = useRef<HTMLElement>(null);
  useRevealCurrent(ref, path);
  const label = translate('theme.docs.sidebar.filterLabel', 'Filter pages');
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
            disabled={!hydrated}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      )}
      {text.trim() === '' ? (
        <SidebarItems items={items} parent="" path={path} open={open} toggle={toggle} complete={complete} />
      ) : (
        <SidebarFound items={items} text={text} path={path} />
      )}
    </nav>
  );
}
