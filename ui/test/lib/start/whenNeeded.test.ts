import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterParsing, whenNeeded } from '../../../src/lib/start/whenNeeded';

let paint: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(private readonly report: () => void) {}
      observe(): void {
        const before = paint;
        paint = () => {
          before();
          this.report();
        };
      }
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
      observe(): void {
        this.report([{ isIntersecting: true }]);
      }
      disconnect(): void {}
    },
  );
  vi.stubGlobal('requestIdleCallback', () => {});
  paint = () => {};
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
  localStorage.clear();
});

test('an island in view loads the interface after the first paint, not before', () => {
  document.body.innerHTML = '<div data-island="Counter"></div>';
  const start = vi.fn();
  whenNeeded(start, () => {});
  vi.advanceTimersByTime(0);
  expect(start).not.toHaveBeenCalled();
  paint();
  paint();
  expect(start).toHaveBeenCalledOnce();
});

test('a page without parts that need script waits until the browser is idle', () => {
  const start = vi.fn();
  whenNeeded(start, () => {});
  vi.advanceTimersByTime(0);
  paint();
  expect(start).not.toHaveBeenCalled();
});

test.each([
  ['an island that waits for use', '<div data-island="Filter" data-hydrate-on="use"></div>', 0],
  ['tabs of a group of which none was chosen', '<div data-tabs data-group="os"></div>', 0],
  ['tabs of a group of which one was chosen', '<div data-tabs data-group="shell"></div>', 1],
  [
    'an island that shows a value of which none is stored',
    '<div data-island="A" data-hydrate-on="use" data-stored="b">',
    0,
  ],
  [
    'an island that shows a stored value',
    '<div data-island="A" data-hydrate-on="use" data-stored="docusaurus.tab.shell">',
    1,
  ],
])('%s', (_name, html, calls) => {
  localStorage.setItem('docusaurus.tab.shell', 'bash');
  document.body.innerHTML = html;
  const start = vi.fn();
  whenNeeded(start, () => {});
  vi.advanceTimersByTime(0);
  paint();
  expect(start).toHaveBeenCalledTimes(calls);
});

test('the interface is fetched when the browser is idle, and runs some time later', () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const [start, fetch] = [vi.fn(), vi.fn()];
  whenNeeded(start, fetch);
  paint();
  idle.splice(0).forEach((run) => run());
  expect(fetch).toHaveBeenCalledOnce();
  expect(start).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect([fetch.mock.calls.length, start.mock.calls.length]).toEqual([1, 1]);
});

test('what follows the end of parsing is not part of its task', () => {
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const run = vi.fn();
  afterParsing(run);
  vi.advanceTimersByTime(0);
  expect(run).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(run).toHaveBeenCalledOnce();
  readyState.mockRestore();
});
