/** What the clients of Docusaurus' themes for diagrams and for the search export. */

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

/** The search is the shell's, so its parts have no addresses and no texts here. */
export function useSearchLinkCreator(): (query: string) => string {
  return (query) => `/search?q=${encodeURIComponent(query)}`;
}

export function useAlgoliaContextualFacetFilters(): string[] {
  return [];
}

export function useSearchResultUrlProcessor(): (url: string) => string {
  return (url) => url;
}
