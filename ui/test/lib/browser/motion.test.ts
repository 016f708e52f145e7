import { expect, test, vi } from 'vitest';
import { collapseDuration } from '../../../src/lib/browser/motion';

test('the time grows with the height', () => {
  expect(collapseDuration(36)).toBe(192);
  expect(collapseDuration(360)).toBe(327);
});

test('reduced motion is at once', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  expect(collapseDuration(360)).toBe(1);
});
