/**
 * Fetches pages for client navigation, each at most once.
 *
 * The payload of a path is a page, a redirect, or the not-found page with status 404 (`not-found` if it has no payload).
 * The promise resolves after the page's style sheets and the sidebar's tree are loaded.
 */

import type { PagePayload, PageProps, RoutePath } from '../../model';
import { payloadUrl } from '../path';
import { loadTree } from '../menus/sidebarTree';
import { linkStyles } from '../browser/stylesheets';
import { loadParsedArticles } from './aheadOfLinks';
import { reportView } from './views';

export type LoadedPage =
  | { type: 'page'; page: PageProps; slots: string[]; head: string; sameBuild: boolean }
  | { type: 'redirect'; to: RoutePath; sameBuild: boolean }
  | { type: 'not-found'; sameBuild: true };

export type PageLoader = {
  /** `isPrefetch`: the reader has not asked for the page. */
  load(path: RoutePath, isPrefetch?: boolean): Promise<LoadedPage>;
  /** Loads the page without reporting errors; does nothing if the reader saves data. */
  prefetch(path: RoutePath): void;
  /** Prefetches the page that the reader is most likely to open next, and parses its articles when the browser is idle. */
  prepare(path: RoutePath): void;
  /** The answer for a path, if it has come. */
  ready(path: RoutePath): LoadedPage | undefined;
  /** Forgets all payloads: the content was edited. */
  forget(): void;
};

/** Payloads in memory; older ones are fetched again, mostly from the browser's cache. */
const MAX_PAYLOADS = 40;

export function createPageLoader(build: string, basePath: string): PageLoader {
  const pending = new Map<RoutePath, Promise<LoadedPage>>();
  const answers = new WeakMap<Promise<LoadedPage>, LoadedPage>();

  function load(path: RoutePath, isPrefetch = false): Promise<LoadedPage> {
    const known = pending.get(path);
    if (known) {
      // The server does not see this view, since there is no request.
      if (!isPrefetch) known.then(() => reportView(path, basePath)).catch(() => {});
      return known;
    }
    const loading = fetchPage(path, build, basePath, isPrefetch);
    pending.set(path, loading);
    loading.then(
      (loaded) => answers.set(loading, loaded),
      () => pending.delete(path),
    );
    for (const oldest of [...pending.keys()].slice(0, -MAX_PAYLOADS)) pending.delete(oldest);
    return loading;
  }

  return {
    load,
    prefetch(path) {
      if (!savesData()) load(path, true).catch(() => {});
    },
    prepare(path) {
      if (savesData()) return;
      Promise.all([load(path, true), loadParsedArticles()]).then(
        ([loaded, { parseAhead }]) => {
          if (loaded.type === 'page') parseAhead(loaded.slots, loaded.page);
        },
        () => {},
      );
    },
    ready(path) {
      const loading = pending.get(path);
      return loading && answers.get(loading);
    },
    forget: () => pending.clear(),
  };
}

/** The server's answer for a path that is redirected (`server/src/respond/representation.rs`). */
type RedirectPayload = { build: string; redirect: string };

async function fetchPage(path: RoutePath, build: string, basePath: string, isPrefetch: boolean): Promise<LoadedPage> {
  const headers = { accept: 'application/json', ...(isPrefetch && { purpose: 'prefetch' }) };
  const response = await fetch(payloadUrl(path, basePath), { headers });
  if (!response.ok && response.status !== 404) throw new Error(`${response.status} ${response.statusText}`.trim());
  const answer: Promise<PagePayload | RedirectPayload | null> = response.json();
  const payload = await (response.ok ? answer : answer.catch(() => null));
  if (!payload) return { type: 'not-found', sameBuild: true };
  const sameBuild = payload.build === build;
  if ('redirect' in payload) return { type: 'redirect', to: payload.redirect, sameBuild };
  // A page of another build may name files that this client cannot load.
  if (sameBuild)
    await Promise.all([linkStyles(payload.styles), payload.page.sidebar && loadTree(payload.page.sidebar.asset)]);
  return { type: 'page', page: payload.page, slots: payload.slots, head: payload.head, sameBuild };
}

type Connection = { saveData?: boolean; effectiveType?: string };

export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || (connection?.effectiveType?.includes('2g') ?? false);
}
