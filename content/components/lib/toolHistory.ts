/** The earlier states of a page's tools in this tab: queries of the address, the newest last. */
import { useSyncExternalStore } from 'react';

const LIMIT = 12;
const NONE = '[]';

const listeners = new Set<() => void>();
/** Where the browser does not store the states, a page keeps them until it is left. */
const fallback = new Map<string, string>();

/** The key in the session storage. A slot of `@docusaurus/theme-common` would load another file. */
const keyOf = (path: string) => `tools:${path}${document.documentElement.dataset.storageSuffix ?? ''}`;

function read(path: string): string {
  try {
    return fallback.get(path) ?? sessionStorage.getItem(keyOf(path)) ?? NONE;
  } catch {
    return NONE;
  }
}

function write(path: string, states: string[]): void {
  const text = JSON.stringify(states.slice(-LIMIT));
  try {
    sessionStorage.setItem(keyOf(path), text);
    fallback.delete(path);
  } catch {
    fallback.set(path, text);
  }
  listeners.forEach((listener) => listener());
}

function parse(text: string): string[] {
  try {
    const states: unknown = JSON.parse(text);
    return Array.isArray(states) ? states.filter((state) => typeof state === 'string') : [];
  } catch {
    return [];
  }
}

/** The earlier states of a page, the oldest first. */
export function earlierStates(path: string): string[] {
  return parse(read(path));
}

/** Adds the state that is about to be replaced. */
export function recordState(path: string, search: string): void {
  const states = earlierStates(path);
  if (states.at(-1) !== search) write(path, [...states, search]);
}

/** Takes the newest earlier state out of the list. */
export function takeLastState(path: string): string | undefined {
  const states = earlierStates(path);
  const last = states.pop();
  if (last !== undefined) write(path, states);
  return last;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The earlier states of this page, the oldest first; none during server rendering and hydration. */
export function useEarlierStates(): string[] {
  return parse(
    useSyncExternalStore(
      subscribe,
      () => read(window.location.pathname),
      () => NONE,
    ),
  );
}
