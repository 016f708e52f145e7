import { createStorageSlot, type StorageSlot } from '@docusaurus/theme-common';
import { useSyncExternalStore } from 'react';

/** The name of a choice in the browser's storage. */
export function storageName(key: string): string {
  return `library.${key}`;
}

/** A number that the reader chose for all pages. */
type StoredNumber = {
  read: () => number | null;
  write: (value: number) => void;
  listen: (notify: () => void) => () => void;
};

const numbers = new Map<string, StoredNumber>();

function storedNumber(key: string): StoredNumber {
  const found = numbers.get(key);
  if (found) return found;
  const slot: StorageSlot = createStorageSlot(key);
  const listeners = new Set<() => void>();
  // If storage is blocked, the choice applies to this page.
  let last: number | null = null;
  const number: StoredNumber = {
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
  numbers.set(key, number);
  return number;
}

/** The number stored under `key`, `initial` if there is none, and a function that changes it in all components. */
export function useStoredNumber(key: string, initial: number): [number, (value: number) => void] {
  const value = useSyncExternalStore(
    (notify) => storedNumber(key).listen(notify),
    () => storedNumber(key).read() ?? initial,
    () => initial,
  );
  return [value, (next) => storedNumber(key).write(next)];
}
