/** The state of a tool lives in the address, so that a link shares it; other keys of the query stay as they are. */
import { useSyncExternalStore } from 'react';
import { recordState } from './toolHistory';

export type ToolState = Record<string, string>;

/** Milliseconds between changes of the address: browsers refuse frequent ones, as while something is dragged. */
const PAUSE_MS = 250;

const listeners = new Set<() => void>();
let pending: { path: string; search: string } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The values of a query, the default for what it does not hold. */
export function readState<T extends ToolState>(search: string, defaults: T): T {
  const query = new URLSearchParams(search);
  return Object.fromEntries(Object.keys(defaults).map((key) => [key, query.get(key) ?? defaults[key]])) as T;
}

/** The query with the values that differ from their defaults. */
export function writeState(search: string, values: ToolState, defaults: ToolState): string {
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries(values)) {
    query.delete(key);
    if (value !== defaults[key]) query.append(key, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The query with what the tools changed in the last moment. */
export function currentSearch(): string {
  return pending?.path === window.location.pathname ? pending.search : window.location.search;
}

/** Puts what the tools changed in the last moment in the address, and the state before it in the history. */
export function flush(): void {
  clearTimeout(timer);
  const { location, history } = window;
  if (pending?.path === location.pathname && pending.search !== location.search) {
    recordState(location.pathname, location.search);
    history.replaceState(history.state, '', location.pathname + pending.search + location.hash);
  }
  pending = null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    // The reader left the page: a change that is not written yet must not reach the next one.
    if (listeners.size === 0) pending = null;
    window.removeEventListener('popstate', listener);
  };
}

/** Puts another query in the address, at once and for all tools of the page. */
export function replaceSearch(search: string): void {
  clearTimeout(timer);
  pending = null;
  const { location, history } = window;
  history.replaceState(history.state, '', location.pathname + search + location.hash);
  listeners.forEach((listener) => listener());
}

type Change<T> = (part: Partial<T>) => void;

/**
 * The state, what changes parts of it, and what changes parts that are no step to undo. The served page shows the defaults.
 */
export function useToolState<T extends ToolState>(defaults: T): [state: T, change: Change<T>, note: Change<T>] {
  const state = readState(
    useSyncExternalStore(subscribe, currentSearch, () => ''),
    defaults,
  );
  const change = (part: Partial<T>) => {
    const now = currentSearch();
    pending = {
      path: window.location.pathname,
      search: writeState(now, { ...readState(now, defaults), ...part }, defaults),
    };
    clearTimeout(timer);
    timer = setTimeout(flush, PAUSE_MS);
    listeners.forEach((listener) => listener());
  };
  const note = (part: Partial<T>) => {
    flush();
    const { search } = window.location;
    replaceSearch(writeState(search, { ...readState(search, defaults), ...part }, defaults));
  };
  return [state, change, note];
}

const never = () => () => {};

/** Whether the tool is hydrated. */
export function useReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The value of a field as a number within its bounds; an empty field is zero. */
export function toNumber(text: string, min = -Infinity, max = Infinity): number {
  const value = Number(text.replace(',', '.'));
  return Math.min(Math.max(Number.isFinite(value) ? value : 0, min), max);
}
