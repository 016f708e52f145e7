import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { enhanceDetails } from '../../src/enhancements/enhanceDetails';

test('the height of details is animated', () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<main><details><summary>More</summary><p>a</p><p>b</p></details></main>';
  const box = document.querySelector('details')!;
  const stop = enhanceDetails();
  fireEvent.click(box.querySelector('summary')!);
  expect(box.open).toBe(true);
  const body = box.querySelector<HTMLElement>('.fold-box')!;
  expect(body.textContent).toBe('ab');
  expect(body.style.transition).toMatch(/^height \d+ms ease-in-out$/);
  vi.runAllTimers();
  expect([box.open, body.style.height]).toEqual([true, '']);
  fireEvent.click(box.querySelector('summary')!);
  expect(box.open).toBe(true);
  vi.runAllTimers();
  expect(box.open).toBe(false);
  stop();
  vi.useRealTimers();
});

test('elements of React are not moved', () => {
  document.body.innerHTML =
    '<main><div data-island="X"><details><summary>More</summary><p>a</p></details></div></main>';
  const stop = enhanceDetails();
  fireEvent.click(document.querySelector('summary')!);
  expect(document.querySelector('.fold-box')).toBeNull();
  stop();
});
