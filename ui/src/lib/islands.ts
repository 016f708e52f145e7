/**
 * Islands: interactive components inside articles, each hydrated with a root of its own: those in view at once, the others one
 * by one while the browser is idle, and all of them as soon as a key moves the focus into the page's main part.
 *
 * An island whose script cannot be loaded stays as it was served, so that the article can still be read. Its script is requested
 * again when the island comes into view the next time, or when a key moves the focus. An island that throws shows again what was
 * served.
 *
 * Loaded only on pages that have interactive components (`ui/bundler/plugins.mjs`).
 */

import { Component, createElement, startTransition, useEffect, type ComponentType, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import { setContentContext } from './text/locale';
import type { SiteProps } from '../model';
import { crashPage } from './browser/crash';
import { noteDocs, restoreDocs } from './docs';
import { withElements } from './propertyElements';
import { openControls } from './start/earlyInput';

export type IslandModule = { default: ComponentType<Record<string, unknown>> };
export type IslandLoaders = Readonly<Record<string, () => Promise<IslandModule>>>;

/** `needed`: the reader sees the island or moves the focus towards it; `idle`: it is loaded ahead. */
type Occasion = 'needed' | 'idle';

const IDLE_DELAY_MS = 100;

export function mountIslands(root: ParentNode, loaders: IslandLoaders, { locale, home }: SiteProps): () => void {
  setContentContext({ locale, home, isIsland: true });
  const roots: Root[] = [];
  let stopped = false;
  openControls(root);
  // An island that is unmounted before its hydration has begun is no error: the reader has left the page.
  const onRecoverableError = (error: unknown) => {
    if (!stopped) reportError(error);
  };
  const waiting = new Set(root.querySelectorAll<HTMLElement>('[data-island]'));
  const start = async (element: HTMLElement, occasion: Occasion) => {
    if (!waiting.delete(element)) return;
    try {
      const module = await loaders[element.dataset.island ?? '']?.();
      if (stopped) return;
      observer.unobserve(element);
      if (module) roots.push(hydrateIsland(element, module, onRecoverableError));
    } catch (error) {
      if (stopped) return;
      waiting.add(element);
      console.warn(element.dataset.island, error);
      // Without its script an island that the build could not render is empty.
      if (occasion === 'needed' && isAllOfPage(element)) crashPage(error);
    }
  };
  const startNeeded = (element: HTMLElement) => void start(element, 'needed');
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) startNeeded(target as HTMLElement);
  });
  waiting.forEach((element) => observer.observe(element));
  const stopIdle = eachWhenIdle([...waiting], (element) => void start(element, 'idle'));
  // a11y: keys of controls need script.
  const stopFocus = onKeysInMain(() => waiting.forEach(startNeeded));
  return () => {
    stopped = true;
    observer.disconnect();
    stopIdle();
    stopFocus();
    // React may be rendering the page that replaces this one: its roots go down after that.
    queueMicrotask(() => roots.forEach((island) => island.unmount()));
  };
}

/** Whether the build could not render the island, so that it was served without content. */
function isBlank(element: HTMLElement): boolean {
  return element.dataset.blank !== undefined;
}

/** Whether the page has nothing to read but its title without this island, which the build could not render. */
function isAllOfPage(element: HTMLElement): boolean {
  const main = element.closest('main') ?? document.body;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (isBlank(element) && texts.nextNode()) {
    const { data, parentElement } = texts.currentNode as Text;
    if (data.trim() !== '' && !parentElement?.closest('[data-blank], h1, nav, script')) return false;
  }
  return isBlank(element);
}

function hydrateIsland(
  element: HTMLElement,
  { default: Island }: IslandModule,
  onRecoverableError: RootOptions['onRecoverableError'],
): Root {
  const data = JSON.parse(element.dataset.props ?? '{}') as Record<string, unknown>;
  noteDocs(data);
  if (element.dataset.docs) restoreDocs(element.dataset.docs);
  const props = withElements(data);
  const options = { identifierPrefix: element.dataset.prefix ?? '', onUncaughtError: crashPage, onRecoverableError };
  const own = createElement(Live, { element }, createElement(Island, withServedChildren(element, props)));
  // Without it there is nothing to read: if the island throws, the page shows the error.
  if (isAllOfPage(element)) return renderAnew(element, own, options);
  const guarded = createElement(IslandBoundary, { element }, own);
  // The build rendered nothing of a blank island, and of a partial one only what does not throw in it.
  if (isBlank(element) || element.dataset.partial !== undefined) return renderAnew(element, guarded, options);
  let root!: Root;
  // A transition hydrates in slices, so that the reader can scroll and click in between.
  startTransition(() => {
    root = hydrateRoot(element, guarded, options);
  });
  return root;
}

function renderAnew(element: HTMLElement, island: ReactNode, options: RootOptions): Root {
  const root = createRoot(element, options);
  root.render(island);
  return root;
}

/**
 * Marks an island that works: what the reader did in it before is done again (`start/earlyInput.ts`). Components subscribe to
 * stores in their effects, which run before this one: until then a field whose value is in a store would go back to its old one.
 */
function Live({ element, children }: { element: HTMLElement; children?: ReactNode }): ReactNode {
  useEffect(() => {
    element.dataset.live = '';
  }, [element]);
  return children;
}

/** An island that throws in the browser costs its own place only: what was served is shown again, without its controls. */
class IslandBoundary extends Component<{ element: HTMLElement; children?: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  private readonly served = this.props.element.innerHTML;

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    const { element } = this.props;
    element.dataset.failed = '';
    for (const control of element.querySelectorAll('button, input, select, textarea'))
      control.toggleAttribute('inert', true);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return createElement('island-slot', { dangerouslySetInnerHTML: { __html: this.served } });
  }
}

/** Takes the next of the elements whenever the browser is idle, each once. */
function eachWhenIdle(elements: HTMLElement[], start: (element: HTMLElement) => void): () => void {
  // Safari has no idle callbacks.
  const { requestIdleCallback = (run: () => void) => setTimeout(run, IDLE_DELAY_MS) } = window;
  let isStopped = false;
  const next = () => {
    const first = elements.shift();
    if (isStopped || !first) return;
    start(first);
    requestIdleCallback(next);
  };
  if (elements.length > 0) requestIdleCallback(next);
  return () => {
    isStopped = true;
  };
}

function onKeysInMain(start: () => void): () => void {
  const onFocus = () => {
    const { activeElement } = document;
    if (activeElement?.closest('main') && activeElement.matches(':focus-visible')) start();
  };
  document.addEventListener('focusin', onFocus);
  // The focus may have come before this code.
  onFocus();
  return () => document.removeEventListener('focusin', onFocus);
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
