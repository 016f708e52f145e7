/**
 * Islands: interactive components inside articles, each hydrated with a root of its own: those in view at once, the others one
 * by one while the browser is idle, and all of them as soon as a key moves the focus into the page's main part.
 *
 * Loaded only on sites that have interactive components (see `build.mjs`).
 */

import { createElement, type ComponentType } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { setContentContext } from './text/locale';
import type { SiteProps } from '../model';
import { crashPage } from './browser/crash';

export type IslandModule = { default: ComponentType<Record<string, unknown>> };
export type IslandLoaders = Readonly<Record<string, () => Promise<IslandModule>>>;

const IDLE_DELAY_MS = 100;

export function mountIslands(root: ParentNode, loaders: IslandLoaders, { locale, home }: SiteProps): () => void {
  setContentContext({ locale, home, isIsland: true });
  const roots: Root[] = [];
  let stopped = false;
  const hydrate = async (element: HTMLElement) => {
    const load = loaders[element.dataset.island ?? ''];
    if (!load) return;
    const { default: Island } = await load();
    if (stopped) return;
    const props = JSON.parse(element.dataset.props ?? '{}') as Record<string, unknown>;
    const report = (error: unknown) => crashPage(error);
    const options = { identifierPrefix: element.dataset.prefix ?? '', onUncaughtError: report };
    // The served HTML has `inert` attributes that React's render does not have.
    element
      .querySelectorAll(':is(button,input,select,textarea)[inert]')
      .forEach((control) => control.removeAttribute('inert'));
    const island = createElement(Island, withServedChildren(element, props));
    if (element.dataset.blank === undefined) return void roots.push(hydrateRoot(element, island, options));
    // The build could not render it.
    const root = createRoot(element, options);
    roots.push(root);
    root.render(island);
  };
  const waiting = new Set(root.querySelectorAll<HTMLElement>('[data-island]'));
  const start = (element: HTMLElement) => {
    if (!waiting.delete(element)) return;
    observer.unobserve(element);
    hydrate(element).catch(crashPage);
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) start(target as HTMLElement);
  });
  waiting.forEach((element) => observer.observe(element));
  const stopIdle = eachWhenIdle(waiting, start);
  // a11y: controls are inert until their island works, and Tab would pass over them.
  const stopFocus = onceKeysEnterMain(() => waiting.forEach(start));
  return () => {
    stopped = true;
    observer.disconnect();
    stopIdle();
    stopFocus();
    // React may be rendering the page that replaces this one: its roots go down after that.
    queueMicrotask(() => roots.forEach((island) => island.unmount()));
  };
}

/** Takes the first of the waiting elements whenever the browser is idle, until none is left. */
function eachWhenIdle(waiting: ReadonlySet<HTMLElement>, start: (element: HTMLElement) => void): () => void {
  // Safari has no idle callbacks.
  const { requestIdleCallback = (run: () => void) => setTimeout(run, IDLE_DELAY_MS) } = window;
  let isStopped = false;
  const next = () => {
    const [first] = waiting;
    if (isStopped || !first) return;
    start(first);
    requestIdleCallback(next);
  };
  if (waiting.size > 0) requestIdleCallback(next);
  return () => {
    isStopped = true;
  };
}

function onceKeysEnterMain(start: () => void): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.closest('main') || !target.matches(':focus-visible')) return;
    stop();
    start();
  };
  const stop = () => document.removeEventListener('focusin', onFocus);
  document.addEventListener('focusin', onFocus);
  return stop;
}

/** Markdown inside an island was rendered by the compiler: its nodes are handed back as they are. */
function withServedChildren(island: HTMLElement, props: Record<string, unknown>): Record<string, unknown> {
  const slots = [...island.querySelectorAll('island-slot')].filter((slot) => slot.closest('[data-island]') === island);
  if (slots.length === 0) return props;
  const children = slots.map((slot, key) =>
    createElement('island-slot', { key, dangerouslySetInnerHTML: { __html: slot.innerHTML } }),
  );
  return { ...props, children };
}
