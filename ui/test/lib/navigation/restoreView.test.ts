import { beforeEach, expect, test, vi } from 'vitest';
import { showNewPage, restoreView } from '../../../src/lib/navigation/restoreView';

const place = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://library.test');
  return { pathname, search, hash };
};
const scrolled = () => vi.mocked(window.scrollTo).mock.calls.map(([options]) => (options as ScrollToOptions).top);

beforeEach(() => {
  vi.mocked(window.scrollTo).mockClear();
  vi.mocked(Element.prototype.scrollIntoView).mockClear();
  document.body.innerHTML =
    '<div data-focus-start tabindex="-1"></div><main><details><h2 id="x">X</h2></details></main>';
});

test('a new page starts at the top, with the focus at the skip link, and is announced', () => {
  showNewPage({ location: place('/a'), type: 'PUSH' }, 'Title');
  expect(scrolled()).toEqual([0]);
  expect(document.activeElement).toBe(document.querySelector('[data-focus-start]'));
  expect(document.querySelector('[aria-live]')?.textContent).toBe('Title');
});

test('whether the address has a query is marked for each page', () => {
  const isMarked = () => 'query' in document.documentElement.dataset;
  showNewPage({ location: place('/a?talent=1'), type: 'PUSH' }, 'Title');
  expect(isMarked()).toBe(true);
  showNewPage({ location: place('/b'), type: 'PUSH' }, 'Title');
  expect(isMarked()).toBe(false);
});

test('a hash scrolls to its target, and opens the details around it', () => {
  showNewPage({ location: place('/a#x'), type: 'PUSH' }, 'Title');
  expect(scrolled()).toEqual([]);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  expect(document.querySelector('details')!.open).toBe(true);
});

test('Back restores the position, even with a hash, and leaves the focus', () => {
  window.history.replaceState({ y: 640 }, '', '/a#x');
  showNewPage({ location: place('/a#x'), type: 'POP' }, 'Title');
  expect(scrolled()).toEqual([640]);
  expect(document.activeElement).toBe(document.body);
});

test('a change of the query alone does not scroll', () => {
  restoreView({ location: place('/a?q=2'), type: 'REPLACE' }, place('/a?q=1'));
  restoreView({ location: place('/a?q=2#x'), type: 'REPLACE' }, place('/a?q=1#x'));
  expect(scrolled()).toEqual([]);
  expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled();
});
