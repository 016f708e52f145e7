import { afterEach, expect, test, vi } from 'vitest';
import { renderInSlices } from '../../src/enhancements/renderInSlices';

const { dataset } = document.documentElement;

/** Idle callbacks that run when the test says so. */
function idleQueue() {
  let waiting: IdleRequestCallback | null = null;
  vi.stubGlobal('requestIdleCallback', (run: IdleRequestCallback) => {
    waiting = run;
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => {
    waiting = null;
  });
  return () => {
    const run = waiting;
    waiting = null;
    run?.({ didTimeout: false, timeRemaining: () => 50 });
    return run !== null;
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  delete dataset.sliced;
});

const made = (count: number) => Array.from({ length: count }, () => document.createElement('p'));
const rendered = (blocks: HTMLElement[]) => blocks.filter(({ style }) => style.contentVisibility === 'visible').length;

test('blocks are rendered a few at a time, and in the end all positions are exact', () => {
  const idle = idleQueue();
  const blocks = made(50);
  dataset.sliced = '';
  renderInSlices([...blocks]);
  const counts = [rendered(blocks)];
  while (idle()) counts.push(rendered(blocks));
  expect(counts).toEqual([0, 20, 40, 50]);
  expect(dataset.sliced).toBeUndefined();
});

test('a page that is left is not rendered any more', () => {
  const idle = idleQueue();
  const blocks = made(50);
  const stop = renderInSlices([...blocks]);
  idle();
  stop();
  expect(idle()).toBe(false);
  expect(rendered(blocks)).toBe(20);
});

test('a page shorter than a slice is done at once', () => {
  const idle = idleQueue();
  dataset.sliced = '';
  renderInSlices([]);
  idle();
  expect(dataset.sliced).toBeUndefined();
});
