import { useCallback, useState } from 'react';
import { knownTree, loadTree } from '../../lib/menus/sidebarTree';
import type { SidebarItem, SidebarProps } from '../../model';

const NO_ITEMS: readonly SidebarItem[] = [];

export type SidebarTree = {
  items: readonly SidebarItem[];
  /** The last request for the items of closed categories. */
  request: 'none' | 'done' | 'failed';
  /** Fetches the items of closed categories, which the page does not contain. */
  complete: () => void;
};

/** The tree as the page contains it; the complete tree after a request. */
export function useSidebarTree(sidebar: SidebarProps): SidebarTree {
  const { asset } = sidebar;
  const [answer, setAnswer] = useState<{ asset: string; items?: SidebarItem[] } | null>(null);
  const complete = useCallback(() => {
    loadTree(asset).then(
      (items) => setAnswer({ asset, items }),
      (error: unknown) => {
        console.warn(error);
        setAnswer({ asset });
      },
    );
  }, [asset]);
  const own = answer?.asset === asset ? answer : null;
  const items = own?.items ?? sidebar.items ?? knownTree(asset) ?? NO_ITEMS;
  return { items, request: !own ? 'none' : own.items ? 'done' : 'failed', complete };
}
