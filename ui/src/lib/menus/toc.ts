/** The table of contents as a tree, and which of its entries is active. Pure. */

import type { TocItem } from '../../model';

export type TocNode = TocItem & { children: TocNode[] };

/** Nests a flat list by level; a level that skips one hangs below the nearest smaller one. */
export function nestToc(items: readonly TocItem[]): TocNode[] {
  const roots: TocNode[] = [];
  const stack: TocNode[] = [];
  for (const item of items) {
    const node: TocNode = { ...item, children: [] };
    while (stack.length > 0 && (stack.at(-1)?.level ?? 0) >= item.level) stack.pop();
    (stack.at(-1)?.children ?? roots).push(node);
    stack.push(node);
  }
  return roots;
}

export type Spy = { tops: readonly number[]; navHeight: number; windowHeight: number; atEnd: boolean };

/**
 * Index of the active heading, or -1 before the first: the first one below the navbar if it lies in the
 * upper half of the window, else the one before it; at the end of the page the last.
 */
export function activeHeading({ tops, navHeight, windowHeight, atEnd }: Spy): number {
  if (atEnd) return tops.length - 1;
  const next = tops.findIndex((top) => top >= navHeight);
  if (next < 0) return tops.length - 1;
  return (tops[next] ?? 0) < windowHeight / 2 ? next : next - 1;
}
