import { useCallback, useState } from 'react';
import { activeKeys, initialKeys, openKeys, toggleKey, withNewItems, type OpenKeys } from '../../lib/menus/sidebar';
import type { RoutePath, SidebarItem } from '../../model';

export type OpenCategories = { open: OpenKeys; toggle: (key: string) => void };

/**
 * Which categories are open: those that start open, those that the reader opened, and those around the page each time
 * the page changes. `items` must be the same value for the same tree.
 */
export function useOpenCategories(
  items: readonly SidebarItem[],
  path: RoutePath,
  autoCollapse: boolean,
): OpenCategories {
  const [state, setState] = useState(() => ({ path, items, open: initialKeys(items, path) }));
  if (state.path !== path || state.items !== items) {
    const known = withNewItems(state.open, state.items, items);
    const active = state.path === path ? [] : activeKeys(items, path);
    setState({ path, items, open: openKeys(known, active, autoCollapse) });
  }
  const toggle = useCallback(
    (key: string) => setState((old) => ({ ...old, open: toggleKey(old.open, key, autoCollapse) })),
    [autoCollapse],
  );
  return { open: state.open, toggle };
}
