/** The search settings of the site's operator, fetched on first use. */

import { versionSlot } from '../lib/menus/versions';
import type { PageProps, SiteProps } from '../model';

export type SearchNode = { protocol: string; host: string; port: number; path?: string };

export type SearchSettings = {
  engine: 'embedded' | 'typesense';
  collection: string;
  /** The name that this site's own server knows, where the cluster's is another. */
  ownCollection?: string;
  nodes: readonly SearchNode[];
  apiKey: string;
  /** Whether this site's own server is asked when no node answers. */
  fallback: boolean;
  /** Whether this is an exported site, whose own server is files. */
  static?: boolean;
  contextual: boolean;
  /** The instances of documents: tags by version, and the version that readers should read. */
  contexts: readonly { id: string; last: string; versions: Readonly<Record<string, string>> }[];
  parameters: Readonly<Record<string, unknown>>;
  externalUrlRegex: string | null;
  feedbackUrl: string | null;
};

let settings: Promise<SearchSettings> | undefined;

export function loadSettings(basePath: string): Promise<SearchSettings> {
  settings ??= fetchSettings(basePath);
  // A failure is not remembered: the next question asks again.
  settings.catch(() => (settings = undefined));
  return settings;
}

async function fetchSettings(basePath: string): Promise<SearchSettings> {
  const response = await fetch(`${basePath}_bindery/settings.json`);
  if (!response.ok) throw new Error(`settings: ${response.status}`);
  const { search } = (await response.json()) as { search?: SearchSettings };
  if (!search) throw new Error('this site has no search');
  return search;
}

/** What a search is limited to: the page's language, and of each instance the shown version, the reader's or the last one. */
export function contextFilter(
  { contextual, contexts }: SearchSettings,
  site: SiteProps,
  page: PageProps,
  chosen: Readonly<Record<string, string>> = {},
): string | undefined {
  if (!contextual) return undefined;
  const tags = contexts.map(({ id, last, versions }) => {
    const shown = Object.values(versions).find((tag) => tag === page.searchTag);
    return versions[chosen[id] ?? ''] ?? shown ?? versions[versionSlot(id).get() ?? ''] ?? versions[last];
  });
  return `language:=${site.locale.code} && docusaurus_tag:=[${['default', ...tags].join(',')}]`;
}
