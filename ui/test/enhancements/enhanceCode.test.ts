import { expect, test, vi } from 'vitest';
import { enhanceCode, sourceText } from '../../src/enhancements/enhanceCode';

const block =
  '<div class="code-block"><pre tabindex="0"><code><span class="line">a\u200b = 1</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre></div>';

test('the source is copied line by line, without zero-width signs', () => {
  document.body.innerHTML = block;
  expect(sourceText(document.querySelector('pre')!)).toBe('a = 1\n\nb');
});

test('each block gets one button, outside the scroller, however often the page is enhanced', () => {
  document.body.innerHTML = block + block;
  enhanceCode(document);
  enhanceCode(document);
  expect(document.querySelectorAll('button[aria-label="Copy code to clipboard"]')).toHaveLength(2);
  expect(document.querySelector('pre button')).toBeNull();
});

test('the button says so for a second', async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  document.body.innerHTML = block;
  enhanceCode(document);
  const button = document.querySelector<HTMLButtonElement>('button[aria-label^=Copy]')!;
  button.click();
  await vi.advanceTimersByTimeAsync(10);
  expect(writeText).toHaveBeenCalledWith('a = 1\n\nb');
  expect(button.getAttribute('aria-label')).toBe('Copied');
  await vi.advanceTimersByTimeAsync(1000);
  expect(button.getAttribute('aria-label')).toBe('Copy code to clipboard');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a clipboard that refuses is reported, and success is not announced', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => Promise.reject(new Error('denied')) } });
  document.body.innerHTML = block;
  enhanceCode(document);
  const button = document.querySelector<HTMLButtonElement>('button[aria-label^=Copy]')!;
  button.click();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  expect(button.getAttribute('aria-label')).toBe('Copy code to clipboard');
  vi.unstubAllGlobals();
});

test('a block that overflows can be wrapped', () => {
  document.body.innerHTML = block;
  const pre = document.querySelector('pre')!;
  Object.defineProperties(pre, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } });
  let look = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        look = callback;
      }
      observe() {}
    },
  );
  enhanceCode(document);
  vi.unstubAllGlobals();
  const button = document.querySelector<HTMLButtonElement>('button[aria-label="Toggle word wrap"]')!;
  expect(button.hidden).toBe(true);
  look();
  expect(button.hidden).toBe(false);
  button.click();
  expect([button.getAttribute('aria-pressed'), pre.className]).toEqual(['true', 'wrap']);
  button.click();
  expect([button.getAttribute('aria-pressed'), pre.className]).toEqual(['false', '']);
});

test('a block without overflow has nothing to wrap', () => {
  document.body.innerHTML = block;
  enhanceCode(document);
  expect(document.querySelector<HTMLButtonElement>('button[aria-label="Toggle word wrap"]')!.hidden).toBe(true);
});
