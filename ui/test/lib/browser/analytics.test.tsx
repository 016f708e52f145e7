import { act, render } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { useAnalytics } from '../../../src/hooks/useAnalytics';
import type { SiteProps } from '../../../src/model';
import { site } from '../../fixtures';

type Layer = { dataLayer?: ArrayLike<unknown>[] };
const layer = () => ((window as Layer).dataLayer ?? []).map((list) => Array.from(list));
let navigate: (to: string) => void;

function Probe({ own, shown }: { own: SiteProps; shown: string }) {
  navigate = useNavigate() as (to: string) => void;
  useAnalytics(own, shown);
  return null;
}

function start(analytics: SiteProps['analytics'], shown = '/a') {
  const own = { ...site, ...(analytics && { analytics }) };
  const tree = (path: string) => (
    <MemoryRouter initialEntries={['/a']}>
      <Probe own={own} shown={path} />
    </MemoryRouter>
  );
  const { rerender } = render(tree(shown));
  return (path: string) => rerender(tree(path));
}

/** Ends when the code of the vendor is loaded and has run. */
const loaded = () => act(async () => void (await import('../../../src/lib/browser/analytics')));

beforeEach(() => {
  delete (window as Layer).dataLayer;
});

test('each address is reported once its page is shown, the first one never', async () => {
  const show = start({ provider: 'gtag' });
  await loaded();
  expect(layer()).toEqual([]);
  act(() => navigate('/a?q=1#h'));
  await loaded();
  expect(layer()).toEqual([
    ['set', 'page_path', '/a?q=1#h'],
    ['event', 'page_view'],
  ]);
  act(() => navigate('/b'));
  await loaded();
  expect(layer()).toHaveLength(2);
  show('/b');
  await loaded();
  expect(layer().slice(2)).toEqual([
    ['set', 'page_path', '/b'],
    ['event', 'page_view'],
  ]);
  expect(document.querySelector('script')).toBeNull();
});

test('with an id the script is loaded, unless the reader asks not to be tracked', async () => {
  start({ provider: 'gtag', id: 'G-1' });
  await loaded();
  expect(document.head.querySelector('script')?.src).toBe('https://www.googletagmanager.com/gtag/js?id=G-1');
  document.head.replaceChildren();
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  start({ provider: 'gtag', id: 'G-1' });
  await loaded();
  expect(document.head.querySelector('script')).toBeNull();
  vi.unstubAllGlobals();
});

test('a site without an id reports nothing', async () => {
  start(undefined);
  act(() => navigate('/b'));
  await loaded();
  expect(layer()).toEqual([]);
});
