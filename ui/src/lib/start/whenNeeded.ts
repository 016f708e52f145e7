/**
 * Decides when the interface is fetched and when it is run. It is fetched when the page is painted and the browser idle after `load`.
 * It runs at the first sign of use, when the page is painted with a part in view that needs script, or some seconds later: a phone
 * takes a third of a second to run it, in which it cannot respond to a reader who begins to scroll.
 */

import { createStorageSlot } from '../browser/storage';

/** Milliseconds after `load` at which the interface is fetched although the browser was never idle, or painted nothing. */
const IDLE_TIMEOUT_MS = 2000;
/** Milliseconds between the fetch and the run if the reader does nothing. */
const REST_MS = 4000;

/** Events that begin the use of a page. Scrolling with a wheel is reading, and not among them. */
const SIGNS = ['pointerdown', 'touchstart', 'keydown', 'input', 'focusin', 'click'] as const;

/** What a pointer is near to using when it is over it. */
const USABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Parts of articles that may not be complete before script has run. Islands that say so are, and wait for the first sign of use. */
const NEEDS = '[data-island]:not([data-hydrate-on="use"]), [data-stored], [data-tabs][data-group]';
/** Parts that read the query of the address. */
const READS_QUERY = ':is([data-island], [data-query], [role="search"])';

/** Calls `start` once, at the next sign of use. The function that it returns calls `start` now, unless it was called before. */
export function whenUsed(start: () => void): () => void {
  const stops: (() => void)[] = [];
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    for (const stop of stops) stop();
    start();
  };
  for (const type of SIGNS) stops.push(listen(type, once));
  return once;
}

/** Calls `start` once. `fetch` is called once, some time before it or, if the page is used first, after it. */
export function whenNeeded(start: () => void, fetch: () => void): void {
  const stops: (() => void)[] = [];
  const once = whenUsed(() => {
    for (const stop of stops) stop();
    start();
  });
  const onOver = ({ target }: Event) => target instanceof Element && target.closest(USABLE) !== null && once();
  stops.push(listen('pointerover', onOver));
  afterParsing(() => {
    if (isNeededAtOnce()) {
      once();
      return;
    }
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && once());
    stops.push(() => observer.disconnect());
    // A request before the first paint would delay it.
    const parts = [...document.querySelectorAll<HTMLElement>(NEEDS)].filter(isNeeded);
    if (parts.length > 0) whenPainted(() => parts.forEach((part) => observer.observe(part)));
  });
  let isFetched = false;
  const rest = () => {
    if (isFetched) return;
    isFetched = true;
    fetch();
    setTimeout(() => whenIdle(once), REST_MS);
  };
  if (document.readyState === 'complete') whenIdle(rest);
  else window.addEventListener('load', () => whenIdle(rest), { once: true });
}

/** Tabs, and islands that show a stored value, change before they are used only if the reader chose one on another page. */
function isNeeded({ dataset: { group, stored } }: HTMLElement): boolean {
  const key = stored ?? (group === undefined ? null : `docusaurus.tab.${group}`);
  return key === null || createStorageSlot(key).get() !== null;
}

/** The script is async and may run before parsing ends. */
export function whenParsed(run: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run, { once: true });
  else run();
}

/**
 * Calls `run` in a task that follows the end of parsing. Browsers style and lay out the rest of the document in the task in which
 * parsing ends; with what scripts do then, it would be long enough to delay a response to the reader.
 */
export function afterParsing(run: () => void): void {
  whenParsed(() => setTimeout(run));
}

/** A focus that came before the script, or a query that the page shows. */
function isNeededAtOnce(): boolean {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return true;
  return window.location.search !== '' && document.querySelector(READS_QUERY) !== null;
}

/** A page in the background is not painted: `run` is called after the timeout. It may be called more than once. */
function whenIdle(run: () => void): void {
  setTimeout(run, IDLE_TIMEOUT_MS);
  // Safari has no idle callbacks.
  const { requestIdleCallback = setTimeout } = window;
  whenPainted(() => requestIdleCallback(run));
}

/** Calls `run` for the first paint, also when that was before; browsers may call it again for the first contentful paint. */
function whenPainted(run: () => void): void {
  new PerformanceObserver(run).observe({ type: 'paint', buffered: true });
}

function listen(type: string, listener: (event: Event) => void): () => void {
  const options = { capture: true, passive: true };
  window.addEventListener(type, listener, options);
  return () => window.removeEventListener(type, listener, options);
}
