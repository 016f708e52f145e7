import { afterEach, expect, test, vi } from 'vitest';
import { enhance } from '../../src/enhancements/enhance';
import { enhanceScrollers } from '../../src/enhancements/enhanceScrollers';

let resize: (target: Element) => void = () => {};
let observed: Element[] = [];

class Observer {
  constructor(callback: (entries: { target: Element }[]) => void) {
    resize = (target) => callback([{ target }]);
  }
  observe(target: Element) {
    observed.push(target);
  }
  disconnect() {
    observed = [];
  }
}

afterEach(() => {
  observed = [];
  vi.unstubAllGlobals();
});

test('a formula is a Tab stop while it is wider than its column', () => {
  vi.stubGlobal('ResizeObserver', Observer);
  document.body.innerHTML = '<div class="math-display"></div>';
  const stop = enhanceScrollers(document);
  const [formula] = observed as [HTMLElement];
  const widths = vi.spyOn(formula, 'scrollWidth', 'get').mockReturnValue(500);
  resize(formula);
  expect(formula.tabIndex).toBe(0);
  widths.mockReturnValue(0);
  resize(formula);
  expect(formula.hasAttribute('tabindex')).toBe(false);
  stop();
  expect(observed).toEqual([]);
});

test('the head of a long table stays in sight unless the table is the box that scrolls', () => {
  vi.stubGlobal('ResizeObserver', Observer);
  document.body.innerHTML = '<div class="sticky-head"></div>';
  enhanceScrollers(document);
  const [table] = observed as [HTMLElement];
  const widths = vi.spyOn(table, 'scrollWidth', 'get').mockReturnValue(0);
  resize(table);
  expect(table.dataset.overflow).toBe('none');
  widths.mockReturnValue(500);
  table.style.overflowY = 'hidden';
  resize(table);
  expect(table.dataset.overflow).toBe('scroll');
  table.style.overflowY = 'clip';
  resize(table);
  expect(table.dataset.overflow).toBe('clip');
});

test('a page without formulas and long tables observes nothing', async () => {
  vi.stubGlobal('ResizeObserver', Observer);
  document.body.innerHTML = '<p>Text</p>';
  enhance(document, () => {})();
  document.body.innerHTML = '<div class="math-display"></div>';
  const stop = enhance(document, () => {});
  await vi.waitFor(() => expect(observed).toHaveLength(1));
  stop();
  expect(observed).toEqual([]);
});
