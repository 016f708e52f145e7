/**
 * Fetches pages for client navigation, each at most once.
 *
 * A page is what its payload says: the page, a redirect, or the not-found page (which arrives with status 404; `lost` when
 * that comes without a payload).
 * The sidebar's tree and style sheets the page needs are there before the page is handed out.
 */

import type { PagePayload, PageProps, RoutePath } from '../../model';
import { payloadUrl } from '../path';
import { loadTree } from '../menus/sidebarTree';
import { linkStyles } from '../browser/stylesheets';
import { reportView } from './views';

export type LoadedPage =
  | { type: 'page'; page: PageProps; slots: string[]; head: string; sameBuild: boolean }
  | { type: 'redirect'; to: RoutePath; sameBuild: boolean }
  | { type: 'lost'; sameBuild: true };

export type PageLoader = {
  /** `isAhead`: before anybody has asked to see it. */
  load(path: RoutePath, isAhead?: boolean): Promise<LoadedPage>;
  /** As `load`, but silent and only where the connection is not to be spared. */
  prefetch(path: RoutePath): void;
};

/** Payloads kept; older ones are asked for again, which the browser's cache answers. */
const KEPT = 40;

export function createPageLoader(build: string, basePath: string): PageLoader {
  const pending = new Map<RoutePath, Promise<LoadedPage>>();

  function load(path: RoutePath, isAhead = false): Promise<LoadedPage> {
    const known = pending.get(path);
    if (known) {
      // The server sees no request for it.
      if (!isAhead) known.then(() => reportView(path, basePath)).catch(() => {});
      return known;
    }
    const loading = fetchPage(path, build, basePath, isAhead);
    pending.set(path, loading);
    loading.catch(() => pending.delete(path));
    for (const oldest of [...pending.keys()].slice(0, -KEPT)) pending.delete(oldest);
    return loading;
  }

  return {
    load,
    prefetch(path) {
      if (!sparesData()) load(path, true).catch(() => {});
    },
  };
}

/** The server's answer for a path that is redirected (`server/src/respond/representation.rs`). */
type RedirectPayload = { build: string; redirect: string };

async function fetchPage(path: RoutePath, build: string, basePath: string, isAhead: boolean): Promise<LoadedPage> {
  const headers = { accept: 'application/json', ...(isAhead && { purpose: 'prefetch' }) };
  const response = await fetch(payloadUrl(path, basePath), { headers });
  if (!response.ok && response.status !== 404) throw new Error(`${response.status} ${response.statusText}`.trim());
  const answer: Promise<PagePayload | RedirectPayload | null> = response.json();
  const payload = await (response.ok ? answer : answer.catch(() => null));
  if (!payload) return { type: 'lost', sameBuild: true };
  const sameBuild = payload.build === build;
  if ('redirect' in payload) return { type: 'redirect', to: payload.redirect, sameBuild };
  // Another build's page may name files and fields this client does not know: it is not prepared.
  if (sameBuild)
    await Promise.all([linkStyles(payload.styles), payload.page.sidebar && loadTree(payload.page.sidebar.asset)]);
  return { type: 'page', page: payload.page, slots: payload.slots, head: payload.head, sameBuild };
}

type Connection = { saveData?: boolean; effectiveType?: string };

export function sparesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || (connection?.effectiveType?.includes('2g') ?? false);
}
