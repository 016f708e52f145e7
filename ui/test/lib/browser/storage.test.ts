import { expect, test, vi } from 'vitest';

/** A fresh module, so that each test sees the first warning. */
async function fresh() {
  vi.resetModules();
  return import('../../../src/lib/browser/storage');
}

test('a slot stores, reads and forgets', async () => {
  const slot = (await fresh()).createStorageSlot('theme');
  expect(slot.get()).toBeNull();
  slot.set('dark');
  expect(slot.get()).toBe('dark');
  slot.del();
  expect(slot.get()).toBeNull();
});

test('blocked storage is logged once and does nothing', async () => {
  const { createStorageSlot } = await fresh();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  const slot = createStorageSlot('theme');
  expect(slot.get()).toBeNull();
  expect(slot.get()).toBeNull();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[0]).toContain('storage');
});

test('changes in other tabs are reported until unsubscribed', async () => {
  const slot = (await fresh()).createStorageSlot('theme');
  const heard: (string | null)[] = [];
  const stop = slot.listen((value) => heard.push(value));
  const notify = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  notify('theme', 'light');
  notify('other', 'x');
  stop();
  notify('theme', 'dark');
  expect(heard).toEqual(['light']);
});

test('a site can have its own keys, in session storage', async () => {
  Object.assign(document.documentElement.dataset, { storage: 'session', storageSuffix: '-x' });
  const slot = (await fresh()).createStorageSlot('theme');
  slot.set('dark');
  expect(sessionStorage.getItem('theme-x')).toBe('dark');
  expect(localStorage.length).toBe(0);
  expect(slot.get()).toBe('dark');
});
