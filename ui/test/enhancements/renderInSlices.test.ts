import { afterEach, expect, test, vi } from 'vitest';
import { renderInSlices } from '../../src/enhancements/renderInSlices';

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
});

const made = (count: number) => Array.from({ length: count }, () => document.createElement('p'));
const rendered = (blocks: HTMLElement[]) => blocks.filter(({ style }) => style.contentVisibility === 'visible').length;

test('blocks are rendered a few at a time', () => {
  const idle = idleQueue();
  const blocks = made(25);
  renderInSlices([...blocks]);
  const counts = [rendered(blocks)];
  while (idle()) counts.push(rendered(blocks));
  expect(counts).toEqual([0, 10, 20, 25]);
});

test('a page that is left is not rendered any more', () => {
  const idle = idleQueue();
  const blocks = made(50);
  const stop = renderInSlices([...blocks]);
  idle();
  stop();
  expect(idle()).toBe(false);
  expect(rendered(blocks)).toBe(10);
});
