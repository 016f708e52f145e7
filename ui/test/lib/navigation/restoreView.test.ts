import { beforeEach, expect, test, vi } from 'vitest';
import { laterBlocks } from '../../../src/lib/browser/scroll';
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

test('of a new page only what fills the window is rendered before its first paint', async () => {
  const blocks = Array.from({ length: 40 }, () => document.createElement('p'));
  const article = document.createElement('div');
  article.className = 'md';
  article.append(...blocks);
  document.querySelector('main')!.replaceChildren(article);
  // Blocks of 50 pixels: the sixteenth is the first below the window.
  const top = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, 50 * blocks.indexOf(this as HTMLParagraphElement), 600, 50);
  });
  const height = vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(768);
  const rendered = () => blocks.map(({ style }) => style.contentVisibility);
  // The first thing that asks for positions lays out what is not left out by then.
  vi.mocked(window.scrollTo).mockImplementationOnce(() =>
    expect(rendered()).toEqual(blocks.map((_, at) => (at < 3 ? '' : 'hidden'))),
  );
  showNewPage({ location: place('/a'), type: 'PUSH' }, 'Title');
  expect(scrolled()).toEqual([0]);
  const expected = (rest: string) => blocks.map((_, at) => (at < 3 ? '' : at < 17 ? 'visible' : rest));
  expect(rendered()).toEqual(expected('hidden'));
  // A position is read once for two blocks.
  expect(top).toHaveBeenCalledTimes(8);
  await vi.waitFor(() => expect(rendered()).toEqual(expected('auto')));
  expect(laterBlocks()).toEqual(blocks.slice(17));
  height.mockRestore();
  top.mockRestore();
});

test('a large box is rendered in parts, but for tables and what is not shown', () => {
  const cells = '<td></td>'.repeat(60);
  const parts = `<p>1</p><div><p>2</p>${'<b></b>'.repeat(60)}</div><h3>3</h3><div class="t"><table>${cells}</table></div>`;
  const tabs = `<div role="tabpanel" data-state="active">${parts}</div><div data-state="inactive"><p></p></div>`;
  document.querySelector('main')!.innerHTML = `<div class="md"><h1></h1><p></p><p></p><div>${tabs}</div></div>`;
  const below = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 10_000, 600, 50));
  showNewPage({ location: place('/a'), type: 'PUSH' }, 'Title');
  const hidden = [...document.querySelectorAll('[style*="content-visibility: hidden"]')];
  const names = hidden.map(({ localName, className }) => localName + className);
  expect(names).toEqual(['p', 'p', ...Array(60).fill('b'), 'divt']);
  below.mockRestore();
});

test('a position that is not the start is exact from the first', () => {
  window.history.replaceState({ y: 640 }, '', '/a');
  for (const [path, type] of [
    ['/a#x', 'PUSH'],
    ['/a', 'POP'],
  ] as const) {
    const article = document.createElement('div');
    article.className = 'md';
    article.append(...Array.from({ length: 34 }, () => document.createElement('p')));
    document.querySelector('main')!.append(article);
    showNewPage({ location: place(path), type }, 'Title');
    expect(article.querySelectorAll('p[style*="content-visibility: visible"]')).toHaveLength(22);
    expect(laterBlocks()).toEqual([]);
    article.remove();
  }
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

test('a jump is repeated in the next frame, unless the address has changed', async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const jump = () => restoreView({ location: place('/a#x'), type: 'POP' }, place('/a'));
  window.history.replaceState(null, '', '/a#x');
  jump();
  await frame();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(2);
  jump();
  window.history.replaceState(null, '', '/a');
  await frame();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(3);
});

test('a change of the query alone does not scroll', () => {
  restoreView({ location: place('/a?q=2'), type: 'REPLACE' }, place('/a?q=1'));
  restoreView({ location: place('/a?q=2#x'), type: 'REPLACE' }, place('/a?q=1#x'));
  expect(scrolled()).toEqual([]);
  expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled();
});
