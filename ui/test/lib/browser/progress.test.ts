import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endProgress, startProgress } from '../../../src/lib/browser/progress';

const bar = () => document.querySelector<HTMLElement>('.progress');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  endProgress();
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
});

test('a fast page shows no bar', () => {
  startProgress();
  vi.advanceTimersByTime(199);
  endProgress();
  vi.advanceTimersByTime(1000);
  expect(bar()).toBeNull();
});

test('a slow page starts at 8 % after 200 ms, advances, and ends at 100 %', () => {
  startProgress();
  vi.advanceTimersByTime(200);
  expect(bar()?.style.getPropertyValue('inline-size')).toBe('8%');
  vi.advanceTimersByTime(800);
  expect(parseFloat(bar()?.style.getPropertyValue('inline-size') ?? '0')).toBeGreaterThan(8);
  endProgress();
  expect(bar()?.style.getPropertyValue('inline-size')).toBe('100%');
  vi.advanceTimersByTime(399);
  expect(bar()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(bar()).toBeNull();
});
