import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = readFileSync('src/inlineHead.js', 'utf8');
const { dataset } = document.documentElement;

function run(served: Record<string, string>, stored: string | null = null, search = '') {
  Object.assign(dataset, served);
  if (stored !== null) localStorage.setItem('theme', stored);
  window.history.replaceState(null, '', `/${search}`);
  new Function(source)();
  return { theme: dataset['theme'], choice: dataset['themeChoice'] };
}

test('nothing stored leaves the served mode, and marks that script runs', () => {
  expect(run({ theme: 'dark' })).toEqual({ theme: 'dark', choice: 'dark' });
  expect(dataset['js']).toBe('');
});

test('the stored mode is applied; odd values are light', () => {
  expect(run({ theme: 'dark' }, 'light')).toEqual({ theme: 'light', choice: 'light' });
  expect(run({ theme: 'dark' }, 'odd').theme).toBe('light');
});

test('the address wins over storage and is not stored', () => {
  expect(run({ theme: 'dark' }, 'dark', '?docusaurus-theme=light').theme).toBe('light');
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('where readers may not choose, the stored value goes and the default holds', () => {
  expect(run({ theme: 'light', themeSwitch: 'off' }, 'dark').theme).toBe('light');
  expect(localStorage.getItem('theme')).toBeNull();
});

test('the system is followed where the site says so', () => {
  expect(run({ theme: 'dark', themeChoice: 'system' })).toEqual({ theme: 'light', choice: 'system' });
});
