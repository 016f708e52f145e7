import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenNeeded } from '../../../src/lib/start/whenNeeded';

let paint: () => void;

beforeEach(() => {
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
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test('an island in view loads the interface after the first paint, not before', () => {
  document.body.innerHTML = '<div data-island="Counter"></div>';
  const start = vi.fn();
  whenNeeded(start);
  expect(start).not.toHaveBeenCalled();
  paint();
  paint();
  expect(start).toHaveBeenCalledOnce();
});

test('a page without parts that need script waits until the browser is idle', () => {
  const start = vi.fn();
  whenNeeded(start);
  paint();
  expect(start).not.toHaveBeenCalled();
});
