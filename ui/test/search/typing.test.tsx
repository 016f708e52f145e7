import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '../../src/search/messages';
import { useAnswer } from '../../src/search/modal/useAnswer';
import { useResults } from '../../src/search/useResults';
import { docPage, site } from '../fixtures';

/** The settings are fetched once, so that they must be those of the other cases. */
const SETTINGS = {
  ...{ collection: 'c', contexts: [], contextual: false, nodes: [], externalUrlRegex: '^https://other\\.' },
  feedbackUrl: 'https://asked.example/?t={query}',
};
const VERSIONS = {};
const json = (value: object) => ({ ok: true, status: 200, json: async () => value });
/** What the server was asked. */
let asked: string[] = [];

/** A server that answers after some milliseconds. */
function serve(ms: number, answer: () => object) {
  asked = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('settings.json')) return json({ search: SETTINGS });
    asked.push(JSON.parse(String(init?.body)).searches[0].q);
    await new Promise((resolve, reject) => {
      setTimeout(resolve, ms);
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
    return answer();
  });
}

const found = () => json({ results: [{ found: 0, hits: [] }] });
const refused = (seconds: string) => ({ ok: false, status: 429, headers: new Headers({ 'retry-after': seconds }) });
const indexing = () => ({
  ...{ ok: false, status: 503 },
  headers: new Headers({ 'retry-after': '1', 'content-type': 'application/json' }),
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Types a word in the dialog, a letter every 100 ms. */
async function type(word: string) {
  const hook = renderHook(({ query }) => useAnswer({ site, page: docPage }, query), { initialProps: { query: '' } });
  await pass(50);
  for (let end = 1; end <= word.length; end += 1) {
    hook.rerender({ query: word.slice(0, end) });
    await pass(100);
  }
  await pass(1000);
  return hook.result;
}

test('a fast server is asked at each key', async () => {
  serve(5, found);
  const { current } = await type('ganyu');
  expect(asked).toEqual(['g', 'ga', 'gan', 'gany', 'ganyu']);
  expect(current.answer?.query).toBe('ganyu');
});

test('a slow server is asked when the keys rest', async () => {
  serve(250, found);
  const { current } = await type('ganyu');
  expect(asked).toEqual(['g', 'ganyu']);
  expect(current.answer?.query).toBe('ganyu');
});

test('a server that refuses is not asked before the time that it names', async () => {
  serve(5, () => refused('2'));
  const { current } = await type('ganyu');
  expect(asked).toEqual(['g']);
  expect(current.failure).toEqual({ reason: 'busy', retryAfter: 2 });
  await pass(2000);
  expect(asked).toEqual(['g', 'ganyu']);
});

test.each([
  ['in the dialog', () => useAnswer({ site, page: docPage }, 'a').failure],
  ['on the page', () => useResults(site, docPage, 'what is refused', VERSIONS).failure],
])('a refused search is repeated three times %s', async (_, use) => {
  serve(1, () => refused('7'));
  const { result } = renderHook(use, { wrapper: MemoryRouter });
  await pass(400);
  expect(result.current).toEqual({ reason: 'busy', retryAfter: 7 });
  await pass(60_000);
  expect(asked).toHaveLength(4);
  expect(result.current).toEqual({ reason: 'busy', retryAfter: null });
});

test.each([
  ['in the dialog', () => useAnswer({ site, page: docPage }, 'a').failure],
  ['on the page', () => useResults(site, docPage, 'what is not indexed', VERSIONS).failure],
])('a search without an index is repeated until there is one %s', async (_, use) => {
  let answer: () => object = indexing;
  serve(1, () => answer());
  const { result } = renderHook(use, { wrapper: MemoryRouter });
  await pass(400);
  expect(result.current).toEqual({ reason: 'indexing', retryAfter: 1 });
  expect(failureTexts(result.current!)[0]).toBe('The search index is being built');
  await pass(10_000);
  expect(result.current).toEqual({ reason: 'indexing', retryAfter: 1 });
  answer = found;
  await pass(2_000);
  expect(result.current).toBeNull();
});

test('a field that is emptied and typed in again shows at once that the server refuses', async () => {
  serve(5, () => refused('60'));
  const hook = renderHook(({ query }) => useAnswer({ site, page: docPage }, query), { initialProps: { query: 'gan' } });
  await pass(400);
  hook.rerender({ query: '' });
  await pass(400);
  expect(hook.result.current.failure).toBeNull();
  hook.rerender({ query: 'gany' });
  await pass(400);
  expect(hook.result.current.failure).toEqual({ reason: 'busy', retryAfter: 60 });
  expect(asked).toEqual(['gan']);
});

test('after the last repeat a further key does not ask a server that still refuses', async () => {
  serve(1, () => refused('7'));
  const hook = renderHook(({ query }) => useAnswer({ site, page: docPage }, query), { initialProps: { query: 'a' } });
  // Asked at once and three times more; the last refusal ends after 28 s.
  await pass(22_000);
  expect(asked).toHaveLength(4);
  hook.rerender({ query: 'ab' });
  await pass(1_000);
  expect(asked).toHaveLength(4);
  await pass(7_000);
  expect(asked.slice(4)).toEqual(['ab']);
});

test('the page does not ask a server that refused the dialog, nor does a dialog that is opened again', async () => {
  serve(1, () => refused('60'));
  const dialog = () => renderHook(() => useAnswer({ site, page: docPage }, 'a').failure);
  const first = dialog();
  await pass(400);
  first.unmount();
  const again = dialog();
  const results = renderHook(() => useResults(site, docPage, 'what is refused, too', VERSIONS).failure, {
    wrapper: MemoryRouter,
  });
  await pass(400);
  expect(again.result.current).toEqual({ reason: 'busy', retryAfter: 60 });
  expect(results.result.current).toEqual({ reason: 'busy', retryAfter: 60 });
  expect(asked).toEqual(['a']);
});

test('a search that is refused for a day is not repeated', async () => {
  serve(1, () => refused('86400'));
  const { result } = renderHook(() => useAnswer({ site, page: docPage }, 'a'));
  await pass(60_000);
  expect(asked).toHaveLength(1);
  expect(result.current.failure).toEqual({ reason: 'busy', retryAfter: null });
});
