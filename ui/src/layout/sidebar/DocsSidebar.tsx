import { useRef } from 'react';
import { useOpenCategories } from '../../hooks/sidebar/useOpenCategories';
import { useRevealCurrent } from '../../hooks/sidebar/useRevealCurrent';
import { useSidebarTree } from '../../hooks/sidebar/useSidebarTree';
import { translate } from '../../lib/text/translate';
import type { RoutePath, SidebarProps } from '../../model';
import { SidebarItems } from './SidebarItems';

export type DocsSidebarProps = { sidebar: SidebarProps; path: RoutePath; autoCollapse: boolean };

export function DocsSidebar({ sidebar, path, autoCollapse }: DocsSidebarProps) {
  const { items, complete } = useSidebarTree(sidebar);
  const { open, toggle } = useOpenCategories(items, path, autoCollapse);
  const ref = useRef<HTMLElement>(null);
  useRevealCurrent(ref, path);
  return (
    <nav
      ref={ref}
      className="tree"
      aria-label={translate('theme.docs.sidebar.navAriaLabel', 'Docs sidebar')}
      onPointerEnter={complete}
      onFocus={complete}
    >
      <SidebarItems items={items} parent="" path={path} open={open} toggle={toggle} complete={complete} />
    </nav>
  );
}
