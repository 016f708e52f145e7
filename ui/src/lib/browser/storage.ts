/**
 * Reads and writes keys of the browser's storage for the interface.
 *
 * Blocked or full storage never breaks a page: it is logged once on the console, and calls do nothing.
 */

export type StorageSlot = {
  get(): string | null;
  set(value: string): void;
  del(): void;
  /** Calls back when another tab changes the key; returns a function that unsubscribes. */
  listen(onChange: (value: string | null) => void): () => void;
};

let warned = false;

export function createStorageSlot(key: string, kind: 'local' | 'session' = 'local'): StorageSlot {
  if (typeof window === 'undefined') return serverSlot(key);
  // `[storage]` of the site sets a suffix of all keys, and session storage for all of them.
  const { storage: own, storageSuffix = '' } = document.documentElement.dataset;
  const name = key + storageSuffix;
  const use = <T>(how: (storage: Storage) => T) => attempt(own === 'session' ? own : kind, how);
  return {
    get: () => use((storage) => storage.getItem(name)),
    set: (value) => void use((storage) => storage.setItem(name, value)),
    del: () => void use((storage) => storage.removeItem(name)),
    listen(onChange) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === name || event.key === null) onChange(event.newValue);
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

function attempt<T>(kind: 'local' | 'session', use: (storage: Storage) => T): T | null {
  try {
    return use(kind === 'local' ? window.localStorage : window.sessionStorage);
  } catch (error) {
    if (!warned) console.warn('The storage of this browser cannot be used; choices last for this view only.', error);
    warned = true;
    return null;
  }
}

function serverSlot(key: string): StorageSlot {
  const refuse = () => {
    throw new Error(`Storage key "${key}" was used while rendering on the server.`);
  };
  return { get: refuse, set: refuse, del: refuse, listen: refuse };
}
