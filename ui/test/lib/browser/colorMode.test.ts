import { expect, test } from 'vitest';
import {
  chooseColorMode,
  currentChoice,
  nextChoice,
  readStored,
  subscribeColorMode,
} from '../../../src/lib/browser/colorMode';

const plain = { default: 'dark', disableSwitch: false, respectPrefersColorScheme: false } as const;
const followed = { ...plain, respectPrefersColorScheme: true };

test("an absent value is the default, or the system's preference if that applies", () => {
  expect(readStored(null, plain)).toBe('dark');
  expect(readStored(null, followed)).toBe('system');
});

test('anything but dark is read as light', () => {
  expect(readStored('dark', plain)).toBe('dark');
  expect(readStored('lihgt', plain)).toBe('light');
});

test('the toggle cycles through two modes, or three', () => {
  expect(nextChoice('dark', plain)).toBe('light');
  expect(nextChoice('light', plain)).toBe('dark');
  expect([nextChoice('system', followed), nextChoice('light', followed), nextChoice('dark', followed)]).toEqual([
    'light',
    'dark',
    'system',
  ]);
});

test('a choice is marked on the document and stored', () => {
  chooseColorMode('light', true);
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(currentChoice()).toBe('light');
  expect(localStorage.getItem('theme')).toBe('light');
});

test('choosing the system removes the key', () => {
  localStorage.setItem('theme', 'dark');
  chooseColorMode('system', true);
  expect(localStorage.getItem('theme')).toBeNull();
  expect(document.documentElement.dataset.themeChoice).toBe('system');
});

test('a change in another tab is applied, and not stored again', () => {
  let calls = 0;
  const stop = subscribeColorMode(() => calls++, plain);
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }));
  expect(currentChoice()).toBe('light');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: null }));
  expect(currentChoice()).toBe('dark');
  expect(localStorage.getItem('theme')).toBeNull();
  expect(calls).toBe(2);
  stop();
});
