/** Finds pages of a sidebar by their labels. Pure. */

import type { SidebarItem } from '../../model';

export type FoundItem = {
  label: string;
  href: string;
  external: boolean;
  /** The labels of the categories that hold it. */
  place: string;
};

/** The links and categories whose label has all words, in the tree's order; a page that occurs twice is found once. */
export function findItems(items: readonly SidebarItem[], text: string): FoundItem[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = allItems(items, []).filter(({ label }) => words.every((word) => fold(label).includes(word)));
  const seen = new Set<string>();
  return found.filter(({ href }) => !seen.has(href) && seen.add(href));
}

/** Whether no category lacks its items, as closed categories of a served page do. */
export function hasAllItems(items: readonly SidebarItem[]): boolean {
  return items.every((item) => item.type !== 'category' || (item.items != null && hasAllItems(item.items)));
}

function allItems(items: readonly SidebarItem[], above: readonly string[]): FoundItem[] {
  return items.flatMap((item) => {
    if (item.type === 'html') return [];
    const external = item.type === 'link' && (item.external ?? false);
    const own = item.href ? [{ label: item.label, href: item.href, external, place: above.join(' / ') }] : [];
    return item.type === 'category' ? [...own, ...allItems(item.items ?? [], [...above, item.label])] : own;
  });
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
