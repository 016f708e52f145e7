import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const source = readFileSync('src/inline/head.js', 'utf8');
const { dataset } = document.documentElement;

function run(served: Record<string, string>, stored: string | null = null, search = '') {
  Object.assign(dataset, served);
  if (stored !== null) localStorage.setItem('theme', stored);
  window.history.replaceState(null, '', `/${search}`);
  new Function(source)();
  return { theme: dataset.theme, choice: dataset.themeChoice };
}

test('without a stored mode the served one stays, and `data-js` is set', () => {
  expect(run({ theme: 'dark' })).toEqual({ theme: 'dark', choice: 'dark' });
  expect(dataset.js).toBe('');
});

test('the stored mode is applied; unknown values are light', () => {
  expect(run({ theme: 'dark' }, 'light')).toEqual({ theme: 'light', choice: 'light' });
  expect(run({ theme: 'dark' }, 'odd').theme).toBe('light');
});

test('the address wins over storage and is not stored', () => {
  expect(run({ theme: 'dark' }, 'dark', '?docusaurus-theme=light').theme).toBe('light');
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('the address is used if storage is blocked', () => {
  const getItem = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(run({ theme: 'dark' }, null, '?docusaurus-theme=light').theme).toBe('light');
  getItem.mockRestore();
});

test('if readers cannot choose, the stored value is removed and the default applies', () => {
  expect(run({ theme: 'light', themeSwitch: 'off' }, 'dark', '?docusaurus-theme=dark').theme).toBe('light');
  expect(localStorage.getItem('theme')).toBeNull();
});

test("the system's preference applies if the site says so", () => {
  expect(run({ theme: 'dark', themeChoice: 'system' })).toEqual({ theme: 'light', choice: 'system' });
});

test('only a page that is opened at its start may be rendered in slices', () => {
  const isSliced = (type: string, address = '') => {
    delete dataset.sliced;
    const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);
    run({ theme: 'dark' }, null, address);
    entries.mockRestore();
    return 'sliced' in dataset;
  };
  expect(isSliced('navigate')).toBe(true);
  expect(isSliced('navigate', '?level=9')).toBe(true);
  expect(isSliced('navigate', '#talents')).toBe(false);
  expect(isSliced('reload')).toBe(false);
  expect(isSliced('back_forward')).toBe(false);
  delete dataset.sliced;
});

const announcement = () => [
  localStorage.getItem('docusaurus.announcement.id'),
  localStorage.getItem('docusaurus.announcement.dismiss'),
  'announcementClosed' in dataset,
];

test('an announcement that was closed stays so; another one shows at once', () => {
  run({ theme: 'dark', announcement: 'one' });
  expect(announcement()).toEqual(['one', 'false', false]);
  localStorage.setItem('docusaurus.announcement.dismiss', 'true');
  run({ theme: 'dark', announcement: 'one' });
  expect(announcement()).toEqual(['one', 'true', true]);
  delete dataset.announcementClosed;
  run({ theme: 'dark', announcement: 'two' });
  expect(announcement()).toEqual(['two', 'false', false]);
});

test('the old spelling of the default id still counts', () => {
  localStorage.setItem('docusaurus.announcement.id', 'annoucement-bar');
  localStorage.setItem('docusaurus.announcement.dismiss', 'true');
  run({ theme: 'dark', announcement: 'announcement-bar' });
  expect('announcementClosed' in dataset).toBe(true);
});

const base = readFileSync('src/inline/base.js', 'utf8');

test('a page without script and style sheet says that its base path is wrong', () => {
  document.body.innerHTML =
    '<main>x</main><script type="application/json" id="__bindery_data">{"site":{"basePath":"/"}}</script>';
  window.history.replaceState(null, '', '/wrong/place');
  new Function(base)();
  const text = document.body.firstElementChild!.textContent;
  for (const part of [
    'Your Docusaurus site did not load properly.',
    'Current configured baseUrl = /',
    'We suggest trying baseUrl = /wrong/place/',
  ])
    expect(text).toContain(part);
});

test('no message is shown if the style sheet has loaded', () => {
  document.body.innerHTML = '<main>x</main>';
  document.documentElement.style.setProperty('--bindery', '1');
  new Function(base)();
  expect(document.body.innerHTML).toBe('<main>x</main>');
  document.documentElement.style.removeProperty('--bindery');
});

test('a site with a storage suffix uses its own keys', () => {
  localStorage.setItem('theme', 'light');
  sessionStorage.setItem('theme-x', 'dark');
  expect(run({ theme: 'light', storage: 'session', storageSuffix: '-x', announcement: 'a' }).theme).toBe('dark');
  expect(sessionStorage.getItem('docusaurus.announcement.id-x')).toBe('a');
});

test('`data-query` says that the address has a query', () => {
  run({ theme: 'dark' });
  expect('query' in dataset).toBe(false);
  run({ theme: 'dark' }, null, '?talent=218');
  expect(dataset.query).toBe('');
});
