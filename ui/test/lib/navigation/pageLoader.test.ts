import { beforeEach, expect, test, vi } from 'vitest';
import { createPageLoader } from '../../../src/lib/navigation/pageLoader';
import { docPage, pages, tree, TREE_ASSET } from '../../fixtures';

const answers = new Map<string, { status?: number; body: unknown }>();
const fetched = vi.fn(async (url: string) => {
  const { status = 200, body } = answers.get(url) ?? { status: 500, body: null };
  return new Response(JSON.stringify(body), { status });
});

beforeEach(() => {
  answers.clear();
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  const sidebar = { id: 'docs', asset: TREE_ASSET, items: null };
  answers.set('/_bindery/page/ganyu', {
    body: { build: 'b', page: { ...docPage, sidebar }, slots: ['<p>'], styles: [] },
  });
  answers.set(TREE_ASSET, { body: { items: tree } });
});

test('a page comes with its sidebar fetched', async () => {
  const loaded = await createPageLoader('b', '/').load('/ganyu');
  expect(loaded).toMatchObject({ type: 'page', sameBuild: true, slots: ['<p>'] });
  expect(fetched.mock.calls.map(([url]) => url)).toContain(TREE_ASSET);
});

test('a page is fetched once, prefetched or not', async () => {
  const loader = createPageLoader('b', '/');
  loader.prefetch('/ganyu');
  await loader.load('/ganyu');
  expect(fetched.mock.calls.filter(([url]) => url === '/_bindery/page/ganyu')).toHaveLength(1);
});

test('nothing is prefetched while the reader saves data', () => {
  vi.stubGlobal('navigator', { connection: { effectiveType: 'slow-2g' } });
  createPageLoader('b', '/').prefetch('/ganyu');
  expect(fetched).not.toHaveBeenCalled();
});

test('an unknown path gives the not-found page', async () => {
  answers.set('/_bindery/page/nope', {
    status: 404,
    body: { build: 'b', page: pages['not-found'], slots: [], styles: [] },
  });
  expect(await createPageLoader('b', '/').load('/nope')).toMatchObject({
    type: 'page',
    page: { title: 'Page Not Found' },
  });
});

test('a 404 needs no payload', async () => {
  fetched.mockResolvedValueOnce(new Response('nothing here', { status: 404 }));
  expect(await createPageLoader('b', '/').load('/nope')).toEqual({ type: 'not-found', sameBuild: true });
  fetched.mockResolvedValueOnce(new Response('<p>a captive portal', { status: 200 }));
  await expect(createPageLoader('b', '/').load('/nope')).rejects.toThrow();
});

test('a redirect names its target', async () => {
  answers.set('/_bindery/page/old', { body: { build: 'b', redirect: '/new' } });
  expect(await createPageLoader('b', '/').load('/old')).toEqual({ type: 'redirect', to: '/new', sameBuild: true });
});

test('another build is recognized', async () => {
  expect(await createPageLoader('a', '/').load('/ganyu')).toMatchObject({ sameBuild: false });
});

test('a failure is not cached', async () => {
  const loader = createPageLoader('b', '/');
  await expect(loader.load('/broken')).rejects.toThrow('500');
  answers.set('/_bindery/page/broken', { body: { build: 'b', redirect: '/x' } });
  expect(await loader.load('/broken')).toMatchObject({ type: 'redirect' });
});

test('an answer can be taken at once when it has come', async () => {
  const loader = createPageLoader('b', '/');
  loader.prepare('/ganyu');
  expect(loader.ready('/ganyu')).toBeUndefined();
  const loaded = await loader.load('/ganyu', true);
  expect(loader.ready('/ganyu')).toBe(loaded);
  loader.forget();
  expect(loader.ready('/ganyu')).toBeUndefined();
});
