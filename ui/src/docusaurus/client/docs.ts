/** `@docusaurus/plugin-content-docs/client`: what components can ask of documents that the shell shows. */

import { useMemo } from 'react';
import { site } from 'virtual:bindery-site';
import { currentDoc, docById, type CurrentDoc, type DocMetadata } from '../../lib/docs';
import { contentContext } from '../../lib/text/locale';
import { useGlobalData } from '../defaultExports';
import { useLocation } from '../router';

export type Version = {
  name: string;
  label: string;
  path: string;
  isLast: boolean;
  mainDocId: string;
  docs: { id: string; path: string; sidebar?: string }[];
  draftIds: string[];
  sidebars?: Record<string, { link?: { label: string; path: string } }>;
};
export type DocsData = { path: string; versions: Version[]; breadcrumbs: boolean };

const NAME = 'docusaurus-plugin-content-docs';

export function useAllDocsData(): Record<string, DocsData> {
  const published = useGlobalData()[NAME] as Record<string, DocsData> | undefined;
  return published ?? { default: { path: `${site.baseUrl}docs`, versions: [current()], breadcrumbs: true } };
}

function current(): Version {
  const path = `${site.baseUrl}docs`;
  return { name: 'current', label: 'Next', path, isLast: true, mainDocId: '', docs: [], draftIds: [], sidebars: {} };
}

export function useDocsData(id = 'default'): DocsData {
  return useAllDocsData()[id] ?? { path: site.baseUrl, versions: [current()], breadcrumbs: true };
}

export function useVersions(id?: string): Version[] {
  return useDocsData(id).versions;
}

export function useLatestVersion(id?: string): Version {
  const versions = useVersions(id);
  return versions.find(({ isLast }) => isLast) ?? versions[0] ?? current();
}

/** The version of the page: the one whose path is the longest beginning of the page's. */
export function useActiveVersion(id?: string): Version | undefined {
  const pathname = useUnlocalizedPath();
  const above = useVersions(id).filter(({ path }) => isBelow(pathname, path));
  return above.sort((a, b) => b.path.length - a.path.length)[0];
}

/** The path of the page in the default locale, whose paths the data have. */
function useUnlocalizedPath(): string {
  const { pathname } = useLocation();
  const { home } = contentContext();
  return home !== undefined && pathname.startsWith(home) ? site.baseUrl + pathname.slice(home.length) : pathname;
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}

export function useActiveDocContext(id?: string) {
  const activeVersion = useActiveVersion(id);
  const { id: docId, permalink: path = '' } = currentDoc() ?? {};
  // A document that MDX evaluates has no id yet.
  const activeDoc = activeVersion && docId ? { id: docId, path } : undefined;
  return { activeVersion, activeDoc, alternateDocVersions: {} };
}

export function useActivePlugin(): { pluginId: string; pluginData: DocsData } | undefined {
  const pathname = useUnlocalizedPath();
  const above = Object.entries(useAllDocsData()).filter(([, { path }]) => isBelow(pathname, path));
  const [found] = above.sort(([, a], [, b]) => b.path.length - a.path.length);
  return found && { pluginId: found[0], pluginData: found[1] };
}

export function useActivePluginAndVersion() {
  const activePlugin = useActivePlugin();
  return activePlugin && { activePlugin, activeVersion: useActiveVersion(activePlugin.pluginId) };
}

export function useDocVersionSuggestions(id?: string) {
  return { latestVersionSuggestion: useLatestVersion(id), latestDocSuggestion: undefined };
}

export function useDocsPreferredVersion(_id?: string) {
  return { preferredVersion: null as Version | null, savePreferredVersionName: (_name: string) => {} };
}

export function useDocsPreferredVersionByPluginId(): Record<string, Version | null> {
  return {};
}

export function useDocsVersionCandidates(id?: string): Version[] {
  const found = [useActiveVersion(id), useLatestVersion(id)];
  return found.filter((version, at) => version !== undefined && found.indexOf(version) === at) as Version[];
}

export function useDocsContextualSearchTags(): string[] {
  return ['default'];
}

export function useDocsSidebar(): { name: string; items: unknown[] } | null {
  return null;
}

export function useDocsVersion() {
  const version = useActiveVersion() ?? current();
  const { name, label, isLast } = version;
  return { version: name, label, isLast, pluginId: 'default', banner: null, badge: false, docs: {}, docsSidebars: {} };
}

/** The category around the document of the page; pages that are no documents have an empty one. */
export function useCurrentSidebarCategory() {
  const { category } = currentDoc() ?? {};
  return {
    type: 'category' as const,
    label: '',
    items: [] as unknown[],
    collapsed: false,
    collapsible: true,
    ...category,
  };
}

export function useCurrentSidebarSiblings(): unknown[] {
  return useCurrentSidebarCategory().items;
}

export function filterDocCardListItems<Item>(items: Item[]): Item[] {
  return items;
}

const NO_TOC: CurrentDoc['toc'] = [];

/** The document that the page shows, the same object in each render. On other pages it is one without content. */
export function useDoc() {
  const { pathname } = useLocation();
  const doc = currentDoc();
  return useMemo(() => describe(doc, pathname), [doc, pathname]);
}

function describe(doc: CurrentDoc | undefined, pathname: string) {
  const { toc = NO_TOC, ...known }: Partial<CurrentDoc> = doc ?? {};
  const frontMatter = known.frontMatter ?? {};
  const metadata = {
    id: '',
    title: '',
    description: '',
    source: '',
    sourceDirName: '.',
    slug: '',
    permalink: pathname,
    version: 'current',
    draft: false,
    unlisted: false,
    tags: [] as unknown[],
    ...known,
    frontMatter,
  };
  return { metadata, frontMatter, toc, assets: {}, contentTitle: metadata.title };
}

export function useDocById(id?: string): DocMetadata | undefined {
  return docById(id);
}

export function useDocCardDescriptionCategoryItemsPlural(): (count: number) => string {
  return (count) => `${count}`;
}

export function useLayoutDoc(_id: string): null {
  return null;
}

type SidebarItem = { type?: string; href?: string; items?: SidebarItem[] };

/** The first category for which `isMeant` holds, at any depth. */
export function findSidebarCategory(
  items: SidebarItem[],
  isMeant: (item: SidebarItem) => boolean,
): SidebarItem | undefined {
  for (const item of items) {
    const found = isMeant(item) && item.type === 'category' ? item : findSidebarCategory(item.items ?? [], isMeant);
    if (found) return found;
  }
  return undefined;
}

/** The address of an item, or of the first item in it that has one. */
export function findFirstSidebarItemLink({ href, items = [] }: SidebarItem): string | undefined {
  return href ?? items.map(findFirstSidebarItemLink).find((link) => link !== undefined);
}

export function useSidebarBreadcrumbs(): null {
  return null;
}

export function useLayoutDocsSidebar(_id: string): null {
  return null;
}

export function useDocRootMetadata(): null {
  return null;
}

export function useDocSidebarItemsExpandedState() {
  return { expandedItem: null, setExpandedItem: (_item: number | null) => {} };
}

export function getDocsVersionSearchTag(pluginId: string, version: string): string {
  return `docs-${pluginId}-${version}`;
}

export function useBreadcrumbsStructuredData(): Record<string, never> {
  return {};
}

export function isDocsPluginEnabled(): boolean {
  return true;
}

export function isActiveSidebarItem(item: { href?: string }, path: string): boolean {
  return item.href === path;
}

export function isVisibleSidebarItem(): boolean {
  return true;
}

export function useVisibleSidebarItems<Item>(items: Item[]): Item[] {
  return items;
}

export function DocProvider({ children }: { children?: unknown }) {
  return children as never;
}

export {
  DocProvider as DocsPreferredVersionContextProvider,
  DocProvider as DocSidebarItemsExpandedStateProvider,
  DocProvider as DocsSidebarProvider,
  DocProvider as DocsVersionProvider,
  DocProvider as DocsRootLayout,
};
