import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask } from '../../src/search/client';
import { contextFilter, type SearchSettings } from '../../src/search/settings';
import { pages, site } from '../fixtures';

const settings: SearchSettings = {
  engine: 'typesense',
  collection: 'c',
  nodes: [
    { protocol: 'https', host: 'one.example', port: 443 },
    { protocol: 'http', host: 'two.example', port: 8108, path: '/ts' },
  ],
  apiKey: 'k&y',
  fallback: true,
  contextual: true,
  contexts: [
    {
      id: 'default',
      last: '2.0',
      versions: { current: 'docs-default-current', '2.0': 'docs-default-2.0', '1.0': 'docs-default-1.0' },
    },
  ],
  parameters: { num_typos: 1 },
  externalUrlRegex: null,
  feedbackUrl: null,
};
const question = { query: 'x', perPage: 10, groupLimit: 3 };
const good = () => Promise.resolve(new Response('{"results":[{"found":0,"grouped_hits":[]}]}'));
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const urls = () => fetched.mock.calls.map(([url]) => url);
const run = (own: Partial<SearchSettings> = {}) =>
  ask({ ...settings, ...own }, '/lib/', question, new AbortController().signal);

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

test('every node is asked before the search fails, the own server last', async () => {
  fetched.mockResolvedValueOnce(new Response('', { status: 429 }));
  fetched.mockRejectedValueOnce(new TypeError('offline'));
  fetched.mockImplementationOnce(good);
  expect(await run()).toEqual({ hits: [], found: 0, figure: null, unknown: [], understood: '' });
  expect(urls()).toEqual([
    'https://one.example:443/multi_search?x-typesense-api-key=k%26y',
    'http://two.example:8108/ts/multi_search?x-typesense-api-key=k%26y',
    '/lib/multi_search',
  ]);
  const [search] = JSON.parse(String(fetched.mock.calls[0]?.[1].body)).searches;
  expect(search).toMatchObject({ collection: 'c', q: 'x', num_typos: 1 });
});

test('an error in the place of an answer is a failure', async () => {
  fetched.mockImplementation(() => Promise.resolve(new Response('{"results":[{"code":404,"error":"Not found."}]}')));
  await expect(run({ fallback: false })).rejects.toThrow('Not found.');
  expect(urls()).toHaveLength(2);
});

test('searches are refused for a while only if every node refuses', async () => {
  const busy = () => Promise.resolve(new Response('', { status: 429, headers: { 'retry-after': '7' } }));
  fetched.mockRejectedValueOnce(new TypeError('offline')).mockImplementationOnce(busy);
  await expect(run({ fallback: false })).rejects.toThrow('offline');
  fetched.mockImplementation(busy);
  await expect(run({ fallback: false })).rejects.toMatchObject({ seconds: 7 });
});

test('parameters of the cluster are not sent to the own server', async () => {
  fetched.mockImplementation(async (url) => (url.startsWith('/lib/') ? good() : new Response('', { status: 503 })));
  await run({ collection: 'moved', ownCollection: 'c', parameters: { preset: 'p' } });
  const searches = fetched.mock.calls.map(([, init]) => JSON.parse(String(init.body)).searches[0]);
  expect(searches.map(({ collection, preset }) => [collection, preset])).toEqual([
    ['moved', 'p'],
    ['moved', 'p'],
    ['c', undefined],
  ]);
  await run({ engine: 'embedded', parameters: { num_typos: 0 } });
  expect(JSON.parse(String(fetched.mock.calls[3]?.[1].body)).searches[0].num_typos).toBe(0);
});

test('an exported site asks its own files, after the nodes of a cluster', async () => {
  fetched.mockImplementation(async () => new Response('', { status: 503 }));
  await expect(run({ engine: 'embedded', static: true })).rejects.toThrow('503');
  expect(urls()).toEqual(['/lib/_bindery/search/site.json']);
  fetched.mockClear();
  await expect(run({ static: true })).rejects.toThrow('503');
  expect(urls().map((url) => new URL(url, 'https://own.example').pathname)).toEqual([
    '/multi_search',
    '/ts/multi_search',
    '/lib/_bindery/search/site.json',
  ]);
});

test('the embedded engine is asked below the base path', async () => {
  fetched.mockImplementation(good);
  await run({ engine: 'embedded' });
  expect(urls()).toEqual(['/lib/multi_search']);
});

test('an aborted question asks no other node', async () => {
  const abort = new AbortController();
  fetched.mockImplementation(() => {
    abort.abort();
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  });
  await expect(ask(settings, '/', question, abort.signal)).rejects.toThrow();
  expect(urls()).toHaveLength(1);
});

test('the context is the shown version, else the one the reader chose, else the latest', () => {
  const filter = (searchTag: string, chosen = {}) => contextFilter(settings, site, { ...pages.doc, searchTag }, chosen);
  expect(filter('docs-default-1.0')).toBe('language:=en && docusaurus_tag:=[default,docs-default-1.0]');
  expect(filter('default')).toBe('language:=en && docusaurus_tag:=[default,docs-default-2.0]');
  expect(filter('default', { default: 'current' })).toContain('docs-default-current');
  localStorage.setItem('docs-preferred-version-default', '1.0');
  expect(filter('default')).toContain('docs-default-1.0');
  expect(contextFilter({ ...settings, contextual: false }, site, pages.doc)).toBeUndefined();
});
