import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => vi.unstubAllGlobals());

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

test('the head of a long table stays in sight where the table fits, or the browser scrolls single axes', () => {
  vi.stubGlobal('ResizeObserver', Observer);
  document.body.innerHTML = '<div class="sticky-head"></div>';
  enhanceScrollers(document);
  const [table] = observed as [HTMLElement];
  const widths = vi.spyOn(table, 'scrollWidth', 'get').mockReturnValue(0);
  resize(table);
  expect(table.dataset.head).toBe('fits');
  widths.mockReturnValue(500);
  table.style.overflowY = 'hidden';
  resize(table);
  expect(table.dataset.head).toBeUndefined();
  table.style.overflowY = 'clip';
  resize(table);
  expect(table.dataset.head).toBe('scrolls');
});

test('a page without formulas observes nothing', () => {
  vi.stubGlobal('ResizeObserver', undefined);
  expect(() => enhanceScrollers(document)()).not.toThrow();
});
