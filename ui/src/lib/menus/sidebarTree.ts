/** The whole sidebar, which is not repeated on each page: one asset, fetched when first needed. */

import type { SidebarItem } from '../../model';

const trees = new Map<string, SidebarItem[]>();
const loading = new Map<string, Promise<SidebarItem[]>>();

/** The tree, if it is loaded. */
export function knownTree(asset: string): SidebarItem[] | undefined {
  return trees.get(asset);
}

export function loadTree(asset: string): Promise<SidebarItem[]> {
  let tree = loading.get(asset);
  if (!tree) {
    tree = fetchTree(asset);
    loading.set(asset, tree);
    tree.catch(() => loading.delete(asset));
  }
  return tree;
}

async function fetchTree(asset: string): Promise<SidebarItem[]> {
  const response = await fetch(asset);
  if (!response.ok) throw new Error(`${response.status} ${asset}`);
  const { items } = (await response.json()) as { items: SidebarItem[] };
  trees.set(asset, items);
  return items;
}
