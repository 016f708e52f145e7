/** The part of `@docusaurus/theme-common` that components of a site use. */

import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { config } from 'virtual:bindery-site';
import { chooseColorMode, type ColorMode } from '../lib/browser/colorMode';
import { useSearchLinkCreator } from './client/themes';
import Head from './Head';
import { overridePage } from './pageOverrides';
import useDocusaurusContext from './useDocusaurusContext';

export { SORT_MARK } from '../enhancements/enhanceTables';
export { usePrismTheme } from './client/codeBlock';
export { createStorageSlot, listStorageKeys, useStorageSlot } from './client/storageSlot';
export type { StorageSlot } from '../lib/browser/storage';
export { useSearchLinkCreator } from './client/themes';
export * from './client/themeMessages';
export {
  mergeSearchParams,
  mergeSearchStrings,
  useClearQueryString,
  useHistorySelector,
  useQueryString,
  useQueryStringList,
  useSearchQueryString,
} from './client/queryString';

export type ColorModeContext = {
  colorMode: ColorMode;
  isDarkTheme: boolean;
  setColorMode: (mode: ColorMode | null) => void;
};

/** The current colour mode; the site's default before hydration. */
export function useColorMode(): ColorModeContext {
  const { defaultMode } = (config.themeConfig.colorMode ?? {}) as { defaultMode?: ColorMode };
  const colorMode = useSyncExternalStore(listen, shownMode, () => defaultMode ?? 'light');
  return {
    colorMode,
    isDarkTheme: colorMode === 'dark',
    setColorMode: (mode) => chooseColorMode(mode ?? 'system', true),
  };
}

function shownMode(): ColorMode {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function listen(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export function useThemeConfig(): Record<string, unknown> {
  return config.themeConfig;
}

/** Docusaurus' class names of pages. No style sheet uses them here; they only distinguish pages. */
export const ThemeClassNames = {
  page: {
    blogListPage: 'blog-list-page',
    blogPostPage: 'blog-post-page',
    docsDocPage: 'docs-doc-page',
    mdxPage: 'mdx-page',
  },
  wrapper: { main: 'main-wrapper', blogPages: 'blog-wrapper', docsPages: 'docs-wrapper', mdxPages: 'mdx-wrapper' },
  common: { editThisPage: 'theme-edit-this-page', codeBlock: 'theme-code-block', admonition: 'theme-admonition' },
} as const;

export type PageMetadataProps = {
  title?: string;
  description?: string;
  keywords?: string | string[];
  image?: string;
  children?: ReactNode;
};

export function PageMetadata({ title, description, keywords, image, children }: PageMetadataProps) {
  overridePage({
    title,
    description,
    image,
    keywords: typeof keywords === 'string' ? keywords.split(/\s*,\s*/) : keywords,
  });
  return Head({ children });
}

export function HtmlClassNameProvider({ children }: { children: ReactNode }) {
  return children;
}

export { HtmlClassNameProvider as PluginHtmlClassNameProvider };

/** The theme's components that the package exports, too. */
export { default as Details } from '../content/Details';
export { ThemedComponent } from './theme/components';
export { useAlternatePageUtils } from './defaultExports';
export { useCurrentSidebarCategory, filterDocCardListItems, useDocsPreferredVersion } from './client/docs';

export type CollapsibleProps = { as?: 'div' | 'ul'; collapsed: boolean; lazy?: boolean; children?: ReactNode };

export function Collapsible({ collapsed, children }: CollapsibleProps) {
  return collapsed ? null : children;
}

export function useCollapsible({ initialState }: { initialState: boolean | (() => boolean) }) {
  const [collapsed, setCollapsed] = useState(initialState);
  return { collapsed, setCollapsed, toggleCollapsed: () => setCollapsed((value) => !value) };
}

export function usePrevious<Value>(value: Value): Value | undefined {
  const previous = useRef<Value>(undefined);
  useEffect(() => {
    previous.current = value;
  });
  return previous.current;
}

/** A function that stays the same and calls the newest one. */
export function useEvent<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(callback);
  newest.current = callback;
  return useCallback((...args: Args) => newest.current(...args), []);
}

export type WindowSize = 'desktop' | 'mobile' | 'ssr';

export function useWindowSize({ desktopBreakpoint = 996 } = {}): WindowSize {
  return useSyncExternalStore<WindowSize>(
    (listener) => {
      window.addEventListener('resize', listener);
      return () => window.removeEventListener('resize', listener);
    },
    () => (window.innerWidth > desktopBreakpoint ? 'desktop' : 'mobile'),
    () => 'ssr',
  );
}

/** Whether two paths are one page's: a slash at the end does not count. */
export function isSamePath(one: string | undefined, other: string | undefined): boolean {
  const plain = (path?: string) => (!path || path.endsWith('/') ? path : `${path}/`)?.toLowerCase();
  return plain(one) === plain(other);
}

export function isRegexpStringMatch(pattern?: string, value?: string): boolean {
  return pattern !== undefined && value !== undefined && new RegExp(pattern, 'i').test(value);
}

export function prefersReducedMotion(): boolean {
  return typeof window !== 'undefined' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function useTitleFormatter(): { format: (title?: string) => string } {
  const { title: site } = useDocusaurusContext().siteConfig;
  return { format: (title) => (title ? `${title} | ${site}` : site) };
}

export function usePluralForm(): { selectMessage: (count: number, forms: string) => string } {
  return {
    selectMessage: (count, forms) => {
      const [one = '', many = one] = forms.split('|');
      return (count === 1 ? one : many).replaceAll('{count}', String(count));
    },
  };
}

export function useSearchPage() {
  return { searchQuery: '', setSearchQuery: () => {}, generateSearchPageLink: useSearchLinkCreator() };
}

export function duplicates<Item>(list: readonly Item[], same = (a: Item, b: Item) => a === b): Item[] {
  return list.filter((item, at) => list.findIndex((other) => same(item, other)) !== at);
}

export function uniq<Item>(list: Item[]): Item[] {
  return [...new Set(list)];
}

export function groupBy<Item, Key>(list: readonly Item[], keyOf: (item: Item) => Key): Record<string, Item[]> {
  const groups: Record<string, Item[]> = {};
  for (const item of list) {
    const key = String(keyOf(item));
    groups[key] = [...(groups[key] ?? []), item];
  }
  return groups;
}

export function listTagsByLetters(tags: readonly { label: string }[]) {
  const groups = groupBy(tags, ({ label }) => label[0]?.toUpperCase() ?? '');
  return Object.entries(groups)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([letter, own]) => ({ letter, tags: own }));
}

export function isMultiColumnFooterLinks(links: readonly object[]): boolean {
  return links.some((link) => 'title' in link);
}

export class ReactContextError extends Error {}
