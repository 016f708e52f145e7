/**
 * The reader's place in a page. Pixels alone are another place when heights above it have changed: parts are rendered or loaded
 * late, a filter hides rows, the window has another width. So a place is an element and its distance from the top of the window,
 * together with what the reader had opened.
 *
 * A part of the page's first script, which stores and shows the place as long as the interface does not run.
 */

import { selectTab } from './tabKeys';

/** Leads to an element: the last id before it, or '', and the number of elements after that. */
type Path = [id: string, number: number];

/** The distance of an element's top from that of the window, and its height. */
type Place = [top: number, height: number, ...path: Path];

/** Pixels from the start of the page, and what they lead to. */
export type Position = { y: number; place?: Place; open?: Path[] };

/** Pixels below the top of the window that the navbar may cover. */
const COVERED = 80;

/** What is counted: not what enhancements put around or beside the text of an article. */
const COUNTED = 'main :is([id],h1,h2,h3,h4,h5,h6,p,li,dt,dd,tr,pre,figure,details,summary)';

/** Groups of tabs, and tabs that the address names, are stored elsewhere. */
const OPENED =
  '.md :is(details[open]:not([data-state=closing]),[data-tabs]:not([data-group],[data-query])>*>[aria-selected=true])';

/** What the reader does to leave the place that is held. */
const SIGNS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'click'];

/** Lets the window scroll on. */
export let leavePosition = () => {};

const counted = () => [...document.querySelectorAll(COUNTED)];

export function currentPosition(): Position {
  const y = window.scrollY;
  const all = counted();
  const pathTo = (element: Element): Path => {
    const at = all.indexOf(element);
    const start = all.findLastIndex(({ id }, number) => number <= at && id !== '');
    return [all[start]?.id ?? '', at - start];
  };
  const open = [...document.querySelectorAll(OPENED)].map(pathTo);
  const first = y > 0 && firstInView(all);
  if (!first) return { y, open };
  const { top, height } = first.getBoundingClientRect();
  return { y, open, place: [top, height, ...pathTo(first)] };
}

const isRead = (element: Element) => element.getBoundingClientRect().bottom > COVERED;

/** The first counted thing that is read below the navbar; not the head of a table, which moves with the window. */
function firstInView(all: Element[]): Element | undefined {
  let found: Element | undefined;
  let last: Element | undefined;
  let box = document.querySelector('main') as Element | undefined;
  while (box) {
    last = box;
    if (all.includes(box)) found = box;
    box = [...box.children].find((child) => !child.matches('thead') && isRead(child));
  }
  const next = all.find((one) => last && last.compareDocumentPosition(one) & 4 && !one.closest('thead') && isRead(one));
  // The line below the navbar is between the parts of a large box.
  return !found || (next && found.contains(next)) ? next : found;
}

/** Opens what was open, and shows the place until the reader does something. */
export function showPosition({ y, place, open }: Position): void {
  if (open) openOnly(open.map(elementAt));
  holdView(() => window.scrollTo({ top: (place && positionOf(place)) || y, behavior: 'instant' }));
}

function openOnly(elements: (Element | undefined)[]): void {
  for (const box of document.querySelectorAll<HTMLDetailsElement>('.md details')) box.open = elements.includes(box);
  for (const tab of elements) if (tab?.role === 'tab') selectTab(tab);
}

/** The position of the window at which an element has its distance; NaN if the page has no such element any more. */
function positionOf([top, height, ...path]: Place): number {
  const box = elementAt(path)?.getBoundingClientRect();
  if (!box?.height) return Number.NaN;
  // In a window of another width, the same part of a long text is in view.
  const above = Math.max(0, COVERED - top);
  return box.top + window.scrollY - top + above * (box.height / height - 1);
}

function elementAt([id, number]: Path): Element | undefined {
  const all = counted();
  return all[all.findIndex((one) => one.id === id && id !== '') + number];
}

/** Calls `show` now, and again when heights have changed, before that is painted. */
export function holdView(show: () => void): void {
  leavePosition();
  let [height, y] = [0, 0];
  const observer = new ResizeObserver(() => {
    show();
    height = document.documentElement.scrollHeight;
    y = window.scrollY;
  });
  const listening = new AbortController();
  leavePosition = () => {
    observer.disconnect();
    listening.abort();
  };
  const options = { capture: true, signal: listening.signal };
  for (const type of SIGNS) window.addEventListener(type, leavePosition, options);
  // The reader drags the scroll bar. With other heights, the browser has moved the window.
  const onScroll = () => {
    if (Math.abs(window.scrollY - y) > 1 && document.documentElement.scrollHeight === height) leavePosition();
  };
  window.addEventListener('scroll', onScroll, options);
  show();
  // Calls back in the next frame in any case.
  observer.observe(document.body);
}
