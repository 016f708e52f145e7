/** The part of `@docusaurus/theme-common/internal` that files of a site use. */

import { useState, type ReactNode } from 'react';
import { useLocation } from '../router';

export * from '../themeCommon';
export {
  filterDocCardListItems,
  useCurrentSidebarCategory,
  useDoc,
  useDocsVersion,
  useDocsPreferredVersion,
  useDocsSidebar,
} from './docs';
export { useBlogPost, useVisibleBlogSidebarItems } from './blog';

function children(props: { children?: ReactNode }): ReactNode {
  return props.children ?? null;
}

export {
  children as ColorModeProvider,
  children as DocProvider,
  children as NavbarProvider,
  children as PluginHtmlClassNameProvider,
  children as ScrollControllerProvider,
  children as AnnouncementBarProvider,
};

export function useLocalPathname(): string {
  return useLocation().pathname;
}

export function useDateTimeFormat(options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, options);
}

export function useNavbarMobileSidebar() {
  return { disabled: false, shouldRender: false, shown: false, toggle: () => {} };
}

export function useNavbarSecondaryMenu() {
  return { shown: false, hide: () => {}, content: null as ReactNode };
}

export function useHideableNavbar() {
  return { navbarRef: () => {}, isNavbarVisible: true };
}

export function useAnnouncementBar() {
  return { isActive: false, close: () => {} };
}

export function useKeyboardNavigation(): void {}
export function useLockBodyScroll(): void {}
export function useScrollController() {
  return { scrollEventsEnabledRef: { current: true }, enableScrollEvents: () => {}, disableScrollEvents: () => {} };
}

export function useScrollPositionBlocker() {
  return { blockElementScrollPositionUntilNextRender: () => {} };
}

export function useTOCHighlight(): void {}
export function useTreeifiedTOC<Item>(toc: Item[]): Item[] {
  return toc;
}

export function useFilteredAndTreeifiedTOC<Item>({ toc }: { toc: Item[] }): Item[] {
  return toc;
}

/** The value of a query parameter in the page's address; `null` without one. */
export function useQueryStringValue(key: string | null): string | null {
  const { search } = useLocation();
  return key === null ? null : new URLSearchParams(search).get(key);
}

export function useQueryString(key: string): [string, (value: string) => void] {
  const [value, setValue] = useState('');
  return [useQueryStringValue(key) ?? value, setValue];
}

export function useCodeWordWrap() {
  return { codeBlockRef: { current: null }, isEnabled: false, isCodeScrollable: false, toggle: () => {} };
}

export function usePrismTheme(): { plain: Record<string, string>; styles: unknown[] } {
  return { plain: {}, styles: [] };
}

export function parseCodeBlockTitle(metastring = ''): string {
  return /title=(["'])(?<title>.*?)\1/.exec(metastring)?.groups?.title ?? '';
}

export function parseLanguage(className: string): string | undefined {
  return /(?:^|\s)language-(\S+)/.exec(className)?.[1];
}

export function containsLineNumbers(metastring = ''): boolean {
  return metastring.includes('showLineNumbers');
}

export function parseLines(code: string): { lineClassNames: Record<number, string[]>; code: string } {
  return { lineClassNames: {}, code };
}

export function getPrismCssVariables(): Record<string, string> {
  return {};
}

/** The tabs of a component are ours; these answer what a site's own would ask. */
export function sanitizeTabsChildren(nodes: ReactNode): ReactNode {
  return nodes;
}
