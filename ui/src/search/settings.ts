/** The search settings of the site's operator, fetched on first use. */

import { versionSlot } from '../lib/menus/versions';
import type { PageProps, SiteProps } from '../model';

export type SearchNode = { protocol: string; host: string; port: number; path?: string };

export type SearchSettings = {
  engine: 'embedded' | 'typesense';
  collection: string;
  /** The collection's name on this site's own server, if the cluster has another. */
  ownCollection?: string;
  nodes: readonly SearchNode[];
  apiKey: string;
  /** Whether this site's own server is asked when no node answers. */
  fallback: boolean;
  /** Whether this is an exported site, which has files instead of a server. */
  static?: boolean;
  contextual: boolean;
  /** The docs plugin instances: the tag of each version, and the name of the latest version. */
  contexts: readonly { id: string; last: string; versions: Readonly<Record<string, string>> }[];
  parameters: Readonly<Record<string, unknown>>;
  externalUrlRegex: string | null;
  feedbackUrl: string | null;
};

let settings: Promise<SearchSettings> | undefined;

export function loadSettings(basePath: string): Promise<SearchSettings> {
  settings ??= fetchSettings(basePath);
  // A failure is not cached: the next search fetches again.
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

/** Limits a search to the page's language and, of each instance, to the shown version, the reader's or the latest. */
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
