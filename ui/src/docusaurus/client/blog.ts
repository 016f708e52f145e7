/** `@docusaurus/plugin-content-blog/client`: the shell shows posts, so components outside of one get empty ones. */

import { useLocation } from '../router';

export function useBlogPost() {
  const { pathname } = useLocation();
  const metadata = {
    title: '',
    description: '',
    permalink: pathname,
    date: '',
    authors: [] as unknown[],
    tags: [] as unknown[],
    hasTruncateMarker: false,
  };
  return { metadata, frontMatter: {}, assets: {}, toc: [], isBlogPostPage: false };
}

export function useBlogMetadata() {
  const { pathname } = useLocation();
  return { blogBasePath: pathname, blogTitle: '', blogDescription: '', authorsListPath: '' };
}

export function useVisibleBlogSidebarItems<Item>(items: Item[]): Item[] {
  return items;
}

/** The items by the year of their date, the newest year first. */
export function groupBlogSidebarItemsByYear<Item extends { date: string }>(items: Item[]): [string, Item[]][] {
  const years = new Map<string, Item[]>();
  for (const item of items) {
    const year = item.date.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), item]);
  }
  return [...years].sort(([a], [b]) => Number(b) - Number(a));
}

export function useBlogListPageStructuredData(): Record<string, never> {
  return {};
}

export function useBlogPostStructuredData(): Record<string, never> {
  return {};
}

export function useBlogAuthorPageTitle(author: { name?: string; key?: string }): string {
  return author.name ?? author.key ?? '';
}

export function BlogPostProvider({ children }: { children?: unknown }) {
  return children as never;
}

export function BlogSidebarItemList(): null {
  return null;
}
