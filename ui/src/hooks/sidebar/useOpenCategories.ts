import { useCallback, useState } from 'react';
import { activeKeys, initialKeys, openKeys, toggleKey, type OpenKeys } from '../../lib/menus/sidebar';
import type { RoutePath, SidebarItem } from '../../model';

export type OpenCategories = { open: OpenKeys; toggle: (key: string) => void };

/** Which categories are open: those that the reader opened, and those around the page each time the page changes. */
export function useOpenCategories(
  items: readonly SidebarItem[],
  path: RoutePath,
  autoCollapse: boolean,
): OpenCategories {
  const [state, setState] = useState(() => ({ path, open: initialKeys(items, path) }));
  if (state.path !== path) setState({ path, open: openKeys(state.open, activeKeys(items, path), autoCollapse) });
  const toggle = useCallback(
    (key: string) => setState((old) => ({ ...old, open: toggleKey(old.open, key, autoCollapse) })),
    [autoCollapse],
  );
  return { open: state.open, toggle };
}
