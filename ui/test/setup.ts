import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// What jsdom lacks and our code asks of a browser.
if (typeof window !== 'undefined') {
  window.matchMedia ??= (media: string) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  window.scrollTo = vi.fn() as unknown as typeof window.scrollTo;
  window.scrollBy = vi.fn() as unknown as typeof window.scrollBy;
  Element.prototype.scrollIntoView = vi.fn();
}

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  document.head.replaceChildren();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
});
