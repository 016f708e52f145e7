import { beforeEach, expect, test, vi } from 'vitest';
import { currentPosition, leavePosition, showPosition } from '../../../src/lib/browser/place';

/** Where the blocks of the page are, as if each was 100 pixels high. */
let tops = new Map<Element, number>();
const scrollTo = vi.fn();

beforeEach(() => {
  leavePosition();
  scrollTo.mockClear();
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('scrollY', 500);
  document.body.innerHTML = `<main><div class="md">
    <h2 id="a">A</h2><details><summary>More</summary><p>Text</p></details>
    <div data-tabs><div role="tablist">
      <button role="tab" id="t1" aria-controls="p1" aria-selected="true">One</button>
      <button role="tab" id="t2" aria-controls="p2" aria-selected="false">Two</button>
    </div><div id="p1">1</div><div id="p2" hidden>2</div></div>
    <h2 id="b">B</h2><table><thead><tr><th>Head</th></tr></thead><tbody><tr><td>Cell</td></tr></tbody></table>
    <p>End</p>
  </div></main>`;
  tops = new Map();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = tops.get(this) ?? (this.closest('thead') ? 90 : -1000);
    const height = tops.has(this) ? 100 : 5000;
    return { top, height, bottom: tops.has(this) || this.closest('h2,summary') ? top + 100 : 2000 } as DOMRect;
  });
});

const place = (selector: string, top: number) => tops.set(document.querySelector(selector)!, top);

test('the place is the first text below the navbar, and not the head of a table', () => {
  for (const one of document.querySelectorAll('h2, details, [data-tabs]')) tops.set(one, -300);
  place('tbody tr', 40);
  expect(currentPosition().place).toEqual([40, 100, 'b', 2]);
});

test('a place is shown at its distance although heights above it have changed', () => {
  place('tbody tr', 900);
  showPosition({ y: 500, place: [120, 100, 'b', 2] });
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 900 + 500 - 120, behavior: 'instant' });
  showPosition({ y: 500, place: [120, 100, 'gone', 2000] });
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 500, behavior: 'instant' });
});

test('of a text with another height the same part is shown', () => {
  place('tbody tr', 900);
  // Half of 400 pixels was above the line below the navbar.
  showPosition({ y: 500, place: [-120, 400, 'b', 2] });
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 900 + 500 - 80 + 50, behavior: 'instant' });
});

test('what was open is opened again, also after an enhancement has put a box around what is in it', () => {
  const details = document.querySelector('details')!;
  details.open = true;
  document.querySelector('#t1')!.ariaSelected = 'false';
  document.querySelector('#t2')!.ariaSelected = 'true';
  const { open } = currentPosition();
  details.open = false;
  details.lastElementChild!.outerHTML = '<div class="fold-box"><p>Text</p></div>';
  document.querySelector('#t1')!.ariaSelected = 'true';
  document.querySelector('#t2')!.ariaSelected = 'false';
  showPosition({ y: 0, open });
  expect(details.open).toBe(true);
  expect(document.querySelector('#t2')!.ariaSelected).toBe('true');
  expect(document.querySelector<HTMLElement>('#p2')!.hidden).toBe(false);
  showPosition({ y: 0, open: [] });
  expect(details.open).toBe(false);
});
