import { createStorageSlot, type StorageSlot } from '@docusaurus/theme-common';
import { useSyncExternalStore } from 'react';

/** A number that the reader chose once for all pages. */
type KeptNumber = {
  read: () => number | null;
  write: (value: number) => void;
  listen: (notify: () => void) => () => void;
};

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
