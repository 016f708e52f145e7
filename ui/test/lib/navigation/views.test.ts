import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageLoader } from '../../../src/lib/navigation/pageLoader';
import { reportDocumentView } from '../../../src/lib/navigation/views';
import { pages } from '../../fixtures';

const sendBeacon = vi.fn();
const fetched = vi.fn(
  async () => new Response(JSON.stringify({ build: 'b', page: pages['not-found'], slots: [], styles: [] })),
);

function arrive(entry: { serverTiming: { name: string }[]; deliveryType?: string }): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry as unknown as PerformanceEntry]);
}

beforeEach(() => {
  sendBeacon.mockClear();
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { sendBeacon });
  arrive({ serverTiming: [{ name: 'views' }] });
});

afterEach(() => void vi.unstubAllGlobals());

test('a page that was prefetched, or is shown again, is reported', async () => {
  const loader = createPageLoader('b', '/docs/');
  loader.prefetch('/docs/ganyu');
  expect(fetched).toHaveBeenCalledWith('/docs/_bindery/page/ganyu', {
    headers: { accept: 'application/json', purpose: 'prefetch' },
  });
  expect(sendBeacon).not.toHaveBeenCalled();
  await loader.load('/docs/ganyu');
  await loader.load('/docs/ganyu');
  await vi.waitFor(() =>
    expect(sendBeacon.mock.calls).toEqual([['/docs/_bindery/view/ganyu'], ['/docs/_bindery/view/ganyu']]),
  );
});

test('a page that was fetched to be shown is not reported', async () => {
  await createPageLoader('b', '/').load('/ganyu');
  expect(fetched).toHaveBeenCalledWith('/_bindery/page/ganyu', { headers: { accept: 'application/json' } });
  expect(sendBeacon).not.toHaveBeenCalled();
});

test('a document that the browser prefetched is reported', () => {
  reportDocumentView('/');
  expect(sendBeacon).not.toHaveBeenCalled();
  arrive({ serverTiming: [{ name: 'views' }], deliveryType: 'navigational-prefetch' });
  reportDocumentView('/');
  expect(sendBeacon).toHaveBeenCalledWith('/_bindery/view/');
});

test('nothing is reported if views are not counted', async () => {
  arrive({ serverTiming: [], deliveryType: 'navigational-prefetch' });
  reportDocumentView('/');
  const loader = createPageLoader('b', '/');
  loader.prefetch('/ganyu');
  await loader.load('/ganyu');
  expect(sendBeacon).not.toHaveBeenCalled();
});
