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

test('a page without formulas observes nothing', () => {
  vi.stubGlobal('ResizeObserver', undefined);
  expect(() => enhanceScrollers(document)()).not.toThrow();
});
