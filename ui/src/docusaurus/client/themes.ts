/** What the clients of Docusaurus' themes for diagrams and for the search export. */

import { site } from 'virtual:bindery-site';

export const MermaidContainerClassName = 'docusaurus-mermaid-container';

export function useMermaidConfig(): Record<string, unknown> {
  return {};
}

export function useMermaidThemeConfig(): Record<string, unknown> {
  return {};
}

export function useMermaidRenderResult(): null {
  return null;
}

/** Returns the address of the results page for a query. */
export function useSearchLinkCreator(): (query: string) => string {
  return (query) => `${site.baseUrl}search?q=${encodeURIComponent(query)}`;
}

export function useAlgoliaContextualFacetFilters(): string[] {
  return [];
}

export function useSearchResultUrlProcessor(): (url: string) => string {
  return (url) => url;
}

export { useAlgoliaContextualFacetFilters as useAlgoliaContextualFacetFiltersIfEnabled };

export function useAlgoliaThemeConfig() {
  return { algolia: {} as Record<string, unknown> };
}

export function useAlgoliaAskAi() {
  return { canHandleAskAi: false, isAskAiActive: false, onAskAiToggle: (_isActive: boolean) => {} };
}

export function mergeFacetFilters(one: unknown[] = [], other: unknown[] = []): unknown[] {
  return [...one, ...other];
}

/** The editor of live code is ours. */
export function usePlayground() {
  return { reset: () => {}, position: 'bottom' };
}

export function PlaygroundProvider({ children }: { children?: unknown }) {
  return children as never;
}
