/** Queries Typesense's API: one node after the other, within a time limit. */

import { readHits } from './hits';
import { SNIPPET_THRESHOLD } from './limits';
import type { SearchSettings } from './settings';
import type { Answer, FigureAnswer, Question, UnknownWord } from './types';

/** The time limit of all nodes together, so that a failure shows within ten seconds. */
const TIMEOUT_MS = 8_500;

const LEVELS = [0, 1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`).join(',');
const FIELDS = `${LEVELS},content`;

/** The server refuses searches for a while: this reader's, or all until its index is built. */
export class BusyError extends Error {
  readonly seconds: number;
  readonly isIndexing: boolean;

  constructor(seconds: number, isIndexing = false) {
    super('search: refused');
    this.seconds = seconds;
    this.isIndexing = isIndexing;
  }
}

/** Rejects when no node answers, or none with hits, with a {@link BusyError} if each one refuses; an abort rejects, too. */
export async function ask(
  settings: SearchSettings,
  basePath: string,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const addresses = addressesOf(settings, basePath);
  const isCluster = addresses[0]?.own !== true;
  // Parameters and collection of a cluster may be unknown to the site's own engine.
  const own = isCluster
    ? { ...settings, collection: settings.ownCollection ?? settings.collection, parameters: {} }
    : settings;
  const failures: unknown[] = [];
  for (const { url, own: isOwn } of addresses) {
    const timeout = new AbortController();
    const stop = () => timeout.abort();
    const timer = setTimeout(stop, TIMEOUT_MS / addresses.length);
    signal.addEventListener('abort', stop);
    try {
      return await (url === FILES
        ? (await import('./static/answer')).answerFromFiles(basePath, question, timeout.signal)
        : askNode(url, isOwn ? own : settings, question, timeout.signal));
    } catch (error) {
      if (signal.aborted) throw error;
      failures.push(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }
  throw failures.find((failure) => !(failure instanceof BusyError)) ?? failures.at(-1);
}

/** Stands for the files of an exported site in the list of addresses. */
const FILES = '';

type Address = {
  url: string;
  /** Whether the url is that of the site's own server. */
  own: boolean;
};

function addressesOf(
  { engine, nodes, apiKey, fallback, static: isStatic }: SearchSettings,
  basePath: string,
): Address[] {
  const own = { url: isStatic ? FILES : `${basePath}multi_search`, own: true };
  if (engine === 'embedded' || nodes.length === 0) return [own];
  const key = `?x-typesense-api-key=${encodeURIComponent(apiKey)}`;
  const others = nodes.map(({ protocol, host, port, path = '' }) => ({
    url: `${protocol}://${host}:${port}${path}/multi_search${key}`,
    own: false,
  }));
  return fallback ? [...others, own] : others;
}

/** Until when an address that refused is not asked again, as `performance.now()` counts; for all fields of the page. */
export const refusedUntil = new Map<string, number>();

function throwIfRefused(address: string): void {
  // Whole milliseconds: a timer may fire a little early, and the sum of two numbers is not exact.
  const left = Math.floor((refusedUntil.get(address) ?? 0) - performance.now());
  if (left > 0) throw new BusyError(Math.ceil(left / 1000));
}

async function askNode(
  address: string,
  settings: SearchSettings,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  throwIfRefused(address);
  const response = await fetch(address, {
    method: 'POST',
    // `text/plain` avoids a CORS preflight.
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ searches: [parameters(settings, question)] }),
    signal,
  });
  const field = (name: string) => response.headers.get(name) ?? '';
  if (response.status === 429) {
    refusedUntil.set(address, performance.now() + 1000 * (Number(field('retry-after')) || 1));
    throwIfRefused(address);
  }
  // A proxy or an overloaded server has another type.
  if (response.status === 503 && /json/.test(field('content-type')) && Number(field('retry-after')) > 0)
    throw new BusyError(Number(field('retry-after')), true);
  if (!response.ok) throw new Error(`search: ${response.status}`);
  const { results } = (await response.json()) as { results?: Record<string, unknown>[] };
  const result = results?.[0];
  if (!result || 'error' in result || 'code' in result) throw new Error(`search: ${String(result?.error)}`);
  return {
    hits: readHits(result),
    found: Number(result.found ?? 0),
    figure: (result.answer as FigureAnswer | undefined) ?? null,
    unknown: (result.unknown as UnknownWord[] | undefined) ?? [],
    understood: String(result.understood ?? ''),
  };
}

function parameters(
  { collection, parameters: own }: SearchSettings,
  { query, filter, perPage, page, groupLimit, affix }: Question,
) {
  return {
    collection,
    q: query,
    query_by: FIELDS,
    include_fields: `${LEVELS},anchor,url,type,id,kind`,
    highlight_full_fields: LEVELS,
    group_by: 'url_without_anchor',
    group_limit: groupLimit,
    sort_by: '_text_match:desc,item_priority:desc',
    snippet_threshold: SNIPPET_THRESHOLD,
    highlight_affix_num_tokens: affix ?? 4,
    per_page: perPage,
    ...(page !== undefined && { page }),
    ...(filter !== undefined && { filter_by: filter }),
    ...own,
  };
}
