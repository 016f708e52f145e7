/**
 * Which categories of a sidebar are open. Pure: a set of keys in, a set of keys out.
 *
 * A category's key consists of the labels of its ancestors and its own, so it is the same in the part of the tree that
 * the page contains and in the complete tree that is fetched later.
 */

import type { RoutePath, SidebarItem } from '../../model';

export type SidebarCategoryItem = Extract<SidebarItem, { type: 'category' }>;

export type OpenKeys = ReadonlySet<string>;

export function categoryKey(parent: string, item: SidebarCategoryItem): string {
  return `${parent}/${item.label}`;
}

/** Keys of the categories around the page at `path`, its own included, outermost first. */
export function activeKeys(items: readonly SidebarItem[], path: RoutePath, parent = ''): string[] {
  for (const item of items) {
    if (item.type !== 'category') continue;
    const key = categoryKey(parent, item);
    const below = activeKeys(item.items ?? [], path, key);
    const holds =
      item.href === path || (item.items ?? []).some((child) => child.type === 'link' && child.href === path);
    if (below.length > 0 || holds) return [key, ...below];
  }
  return [];
}

/** The categories that are open at first: those around the page, and those that start open. */
export function initialKeys(items: readonly SidebarItem[], path: RoutePath): OpenKeys {
  return new Set([...keysOf(items), ...activeKeys(items, path)]);
}

/** The open categories after the tree has got `items`: those that it lacked before start as the site says. */
export function withNewItems(open: OpenKeys, old: readonly SidebarItem[], items: readonly SidebarItem[]): OpenKeys {
  const known = keysOf(old, true);
  return new Set([...open, ...keysOf(items).filter((key) => !known.includes(key))]);
}

/** Keys of all categories, or of those that start open. What is in closed categories counts: it is open as soon as they are. */
function keysOf(items: readonly SidebarItem[], isAll = false, parent = ''): string[] {
  return items.flatMap((item) => {
    if (item.type !== 'category') return [];
    const key = categoryKey(parent, item);
    const below = keysOf(item.items ?? [], isAll, key);
    return isAll || item.collapsed === false ? [key, ...below] : below;
  });
}

/** Opens or closes one category; with `autoCollapse`, opening closes its open siblings. */
export function toggleKey(open: OpenKeys, key: string, autoCollapse: boolean): OpenKeys {
  if (!open.has(key)) return openKeys(open, [key], autoCollapse);
  const next = new Set(open);
  next.delete(key);
  return next;
}

/** Opens each of `keys`; the same set is returned when nothing changes. */
export function openKeys(open: OpenKeys, keys: readonly string[], autoCollapse: boolean): OpenKeys {
  if (keys.every((key) => open.has(key))) return open;
  let next = new Set(open);
  for (const key of keys) {
    if (!next.has(key) && autoCollapse) next = new Set([...next].filter((other) => parentOf(other) !== parentOf(key)));
    next.add(key);
  }
  return next;
}

function parentOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}
