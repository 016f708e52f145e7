/** The storage of `@docusaurus/theme-common`. */

import { useSyncExternalStore } from 'react';
import { createStorageSlot as createSlot, type StorageSlot } from '../../lib/browser/storage';

export type StorageSlotOptions = { persistence?: 'localStorage' | 'sessionStorage' | 'none' };

/** Called when a slot of this tab changes a key. The event `storage` fires in other tabs only. */
const listeners = new Set<(key: string, value: string | null) => void>();

/** A key of the browser's storage. Changes by another slot of this tab are reported, too. */
export function createStorageSlot(key: string, { persistence }: StorageSlotOptions = {}): StorageSlot {
  if (persistence === 'none') return { get: () => null, set: () => {}, del: () => {}, listen: () => () => {} };
  const slot = createSlot(key, persistence === 'sessionStorage' ? 'session' : 'local');
  const notify = (value: string | null) => {
    for (const listener of [...listeners]) listener(key, value);
  };
  return {
    get: slot.get,
    set(value) {
      slot.set(value);
      notify(value);
    },
    del() {
      slot.del();
      notify(null);
    },
    listen(onChange) {
      const onOwn = (changed: string, value: string | null) => changed === key && onChange(value);
      const stop = slot.listen(onChange);
      listeners.add(onOwn);
      return () => {
        stop();
        listeners.delete(onOwn);
      };
    },
  };
}

/** A value in the browser's storage, for as long as the component is shown. */
export function useStorageSlot(key: string | null, options?: StorageSlotOptions): [string | null, StorageSlot] {
  const slot = createStorageSlot(key ?? '', key === null ? { persistence: 'none' } : options);
  const value = useSyncExternalStore(slot.listen, slot.get, () => null);
  return [value, slot];
}

/** The keys of the browser's storage; none where it is blocked. */
export function listStorageKeys(): string[] {
  try {
    return typeof window === 'undefined' ? [] : Object.keys(window.localStorage);
  } catch {
    return [];
  }
}
