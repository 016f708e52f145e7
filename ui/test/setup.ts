import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { setContentContext } from '../src/lib/text/locale';
import { refusedUntil } from '../src/search/client';

const hasDocument = typeof document !== 'undefined';

// A busy machine takes many times what an idle one does; a wait for what never comes still ends soon. The limit of `expect.poll`
// is in `vitest.config.ts`.
const TIMEOUT = 60_000;
configure({ asyncUtilTimeout: TIMEOUT });
const { waitFor } = vi;
vi.waitFor = (check, options = TIMEOUT) => waitFor(check, options);

// What jsdom lacks and our code asks of a browser.
if (hasDocument) {
  window.matchMedia ??= (media: string) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.IntersectionObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  window.scrollTo = vi.fn() as unknown as typeof window.scrollTo;
  window.scrollBy = vi.fn() as unknown as typeof window.scrollBy;
  Element.prototype.scrollIntoView = vi.fn();
  window.CSS ??= { supports: () => true } as unknown as typeof CSS;
}

afterEach(() => {
  setContentContext({});
  refusedUntil.clear();
  if (!hasDocument) return;
  cleanup();
  document.body.replaceChildren();
  document.head.replaceChildren();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
});
