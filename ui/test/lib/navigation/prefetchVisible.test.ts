import { beforeEach, expect, test, vi } from 'vitest';
import { prefetchVisible } from '../../../src/lib/navigation/prefetchVisible';

let report: (entries: { target: Element; isIntersecting: boolean }[]) => void;
const prefetch = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  prefetch.mockClear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});

function start(links: string[]) {
  document.body.innerHTML = `<main><nav class="crumbs"><a href="/up">Up</a></nav>${links.map((href) => `<a href="${href}">x</a>`).join('')}<nav class="pager"><a href="/next">Next</a></nav></main>`;
  const stop = prefetchVisible(document.querySelector('main')!, '/', prefetch);
  const all = [...document.querySelectorAll('a:not(.crumbs *)')];
  const see = (shown: Element[], isIntersecting = true) => report(shown.map((target) => ({ target, isIntersecting })));
  return { all, see, stop };
}

const asked = () => prefetch.mock.calls.map(([path]) => path as string);

test('links that stay in view are prefetched, each page once, other hosts and files never', () => {
  const { all, see, stop } = start(['/a', '/a#x', 'https://other.test/', '/file.pdf', '/b']);
  see(all.slice(0, 5));
  vi.advanceTimersByTime(100);
  see([all[4]!], false);
  vi.advanceTimersByTime(400);
  expect(asked()).toEqual(['/a']);
  stop();
});

test('a few links of a page are prefetched, and the neighbours', () => {
  const { all, see, stop } = start(Array.from({ length: 20 }, (_, at) => `/p${at}`));
  see(all);
  vi.advanceTimersByTime(400);
  expect(asked()).toEqual(['/p0', '/p1', '/p2', '/p3', '/p4', '/p5', '/p6', '/next']);
  stop();
  vi.useRealTimers();
});
