import { createStorageSlot, type StorageSlot } from '@docusaurus/theme-common';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the served page is drawn and brought to life, then true. */
export function useIsLive(): boolean {
  return useSyncExternalStore(never, () => true, () => false);
}

/** A number that the reader chose once for all pages. */
type KeptNumber = { read: () => number | null; write: (value: number) => void; listen: (notify: () => void) => () => void };

const kept = new Map<string, KeptNumber>();

function keptNumber(key: string): KeptNumber {
  const found = kept.get(key);
  if (found) return found;
  const slot: StorageSlot = createStorageSlot(key);
  const listeners = new Set<() => void>();
  // Where storage is blocked the choice still holds on this page.
  let last: number | null = null;
  const number: KeptNumber = {
    read: () => {
      const text = slot.get();
      const value = text === null ? NaN : Number(text);
      return Number.isInteger(value) ? value : last;
    },
    write: (value) => {
      last = value;
      slot.set(String(value));
      listeners.forEach((notify) => notify());
    },
    listen: (notify) => {
      listeners.add(notify);
      const stop = slot.listen(notify);
      return () => {
        listeners.delete(notify);
        stop();
      };
    },
  };
  kept.set(key, number);
  return number;
}

/** The number kept under `key`, or `initial` as long as none is; and how to change it everywhere at once. */
export function useKeptNumber(key: string, initial: number): [number, (value: number) => void] {
  const value = useSyncExternalStore(
    (notify) => keptNumber(key).listen(notify),
    () => keptNumber(key).read() ?? initial,
    () => initial,
  );
  return [value, (next) => keptNumber(key).write(next)];
}

const QUERY_CHANGED = 'library:query';

/** The address's query, and how to change one parameter in place; null takes it away. */
export function useQuery(): [URLSearchParams, (name: string, value: string | null) => void] {
  const text = useSyncExternalStore(
    (notify) => {
      window.addEventListener(QUERY_CHANGED, notify);
      window.addEventListener('popstate', notify);
      return () => {
        window.removeEventListener(QUERY_CHANGED, notify);
        window.removeEventListener('popstate', notify);
      };
    },
    () => window.location.search,
    () => '',
  );
  return [new URLSearchParams(text), replaceParameter];
}

function replaceParameter(name: string, value: string | null): void {
  const query = new URLSearchParams(window.location.search);
  if (value === null) query.delete(name);
  else query.set(name, value);
  const search = query.size > 0 ? `?${query.toString()}` : '';
  window.history.replaceState(window.history.state, '', window.location.pathname + search + window.location.hash);
  window.dispatchEvent(new Event(QUERY_CHANGED));
}
