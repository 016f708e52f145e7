import { useCallback, useState } from 'react';
import { knownTree, loadTree } from '../../lib/menus/sidebarTree';
import type { SidebarItem, SidebarProps } from '../../model';

export type SidebarTree = {
  items: readonly SidebarItem[];
  /** Fetches the items of closed categories, which the page does not contain. */
  complete: () => void;
};

/** The tree as the page contains it; the complete tree after a request. */
export function useSidebarTree(sidebar: SidebarProps): SidebarTree {
  const { asset } = sidebar;
  const [whole, setWhole] = useState<{ asset: string; items: SidebarItem[] } | null>(null);
  const complete = useCallback(() => {
    loadTree(asset).then(
      (items) => setWhole({ asset, items }),
      (error: unknown) => console.warn('The sidebar could not be loaded.', error),
    );
  }, [asset]);
  if (whole?.asset === asset) return { items: whole.items, complete };
  return { items: sidebar.items ?? knownTree(asset) ?? [], complete };
}
