/** The part of `@docusaurus/theme-common/internal` that files of a site use. */

import type { ReactNode } from 'react';
import { site } from 'virtual:bindery-site';
import { translate, translatePlural } from '../../lib/text/translate';
import { useLocation } from '../router';

export * from '../themeCommon';
export {
  filterDocCardListItems,
  findFirstSidebarItemLink as findFirstCategoryLink,
  useCurrentSidebarCategory,
  useDoc,
  useDocsVersion,
  useDocsPreferredVersion,
  useDocsSidebar,
} from './docs';
export { useDocCardDescriptionCategoryItemsPlural } from './docs';
export { useBlogAuthorPageTitle, useBlogPost, useVisibleBlogSidebarItems } from './blog';
export { useHistoryPopHandler, useLocationChange, useQueryStringValue } from './queryString';
export {
  containsLineNumbers,
  createCodeBlockMetadata,
  getLineNumbersStart,
  getPrismCssVariables,
  parseCodeBlockTitle,
  parseLanguage,
  parseLines,
  useCodeBlockContext,
} from './codeBlock';

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
  children as CodeBlockContextProvider,
  children as TabsProvider,
  children as TitleFormatterProvider,
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

export function useCodeWordWrap() {
  return { codeBlockRef: { current: null }, isEnabled: false, isCodeScrollable: false, toggle: () => {} };
}

/** The tabs of a component are ours; these answer what a site's own would ask. */
export function sanitizeTabsChildren(nodes: ReactNode): ReactNode {
  return nodes;
}

type TabsContext = {
  selectedValue: string;
  selectValue: (value: string) => void;
  tabValues: unknown[];
  lazy: boolean;
  block: boolean;
};

export function useTabs(): TabsContext {
  return { selectedValue: '', selectValue: () => {}, tabValues: [], lazy: false, block: false };
}

export function useTabsContextValue(_props: object): TabsContext {
  return useTabs();
}

export const DEFAULT_SEARCH_TAG = 'default';

export function useScrollPosition(): void {}

export function useSmoothScrollTo() {
  const startScroll = (top: number) => window.scrollTo({ top, behavior: 'smooth' });
  return { startScroll, cancelScroll: () => {} };
}

export function useBackToTopButton() {
  return { shown: false, scrollToTop: () => window.scrollTo({ top: 0 }) };
}

export function useHomePageRoute(): { path: string; exact: boolean } {
  return { path: site.baseUrl, exact: true };
}

/** The items of the navbar at its start and at its end. */
export function splitNavbarItems<Item extends { position?: 'left' | 'right' }>(items: Item[]): [Item[], Item[]] {
  const isAtStart = ({ position }: Item) => position === 'left';
  return [items.filter(isAtStart), items.filter((item) => !isAtStart(item))];
}

/** The emoji that a text begins with, and what follows it. */
export function extractLeadingEmoji(input: string): { emoji: string | null; rest: string } {
  const emoji = /^\p{Emoji_Presentation}(?:\u200D\p{Emoji})*/u.exec(input)?.[0];
  return emoji === undefined ? { emoji: null, rest: input } : { emoji, rest: input.slice(emoji.length) };
}

export function useBlogTagsPostsPageTitle(tag: { label: string; count: number }): string {
  const nPosts = translatePlural('theme.blog.post.plurals', 'One post|{count} posts', tag.count);
  return translate('theme.blog.tagTitle', '{nPosts} tagged with "{tagName}"', { nPosts, tagName: tag.label });
}

export function translateBlogAuthorsListPageTitle(): string {
  return translate('theme.blog.authorsList.pageTitle', 'Authors');
}

export function BlogAuthorsListViewAllLabel() {
  return translate('theme.blog.authorsList.viewAll', 'View all authors');
}

export function BlogAuthorNoPostsLabel() {
  return translate('theme.blog.author.noPosts', 'This author has not written any posts yet.');
}
