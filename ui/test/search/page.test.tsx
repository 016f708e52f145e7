import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NavbarItem } from '../../src/model';
import { SearchPage } from '../../src/pages/SearchPage';
import { readHits } from '../../src/search/hits';
import type { SavedHit } from '../../src/search/history';
import { AnswerList } from '../../src/search/modal/AnswerList';
import { SearchResults } from '../../src/search/SearchResults';
import { docPage, site } from '../fixtures';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  // What jsdom lacks.
  vi.stubGlobal('IntersectionObserver', class {});
});

afterEach(() => vi.unstubAllGlobals());

/** The results of a query. */
const show = (query: string) =>
  render(<SearchResults site={site} page={docPage} query={query} />, { wrapper: MemoryRouter });

const link = { position: 'left', external: false, sidebarId: null } as const;

test('the search page without a query leads to the parts of the site', () => {
  const navbar = [
    { ...link, type: 'link', label: 'Equipment', href: '/equipment' } as const,
    { ...link, type: 'link', label: 'Discord', href: 'https://discord.example', external: true } as const,
  ];
  render(
    <MemoryRouter>
      <SearchPage site={{ ...site, navbar }} page={docPage} slots={[]} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Equipment' }).getAttribute('href')).toBe('/equipment');
  expect(screen.queryByRole('link', { name: 'Discord' })).toBeNull();
});

test('the parts of the site are those of the page’s version, also from menus, and the list has a name', () => {
  const navbar = [
    { ...link, type: 'doc', label: 'Guide', href: '/docs/guide' } as const,
    {
      ...link,
      type: 'dropdown',
      label: 'More',
      href: '',
      items: [{ ...link, type: 'link', label: 'Tour', href: '/tour' }],
    },
  ] as NavbarItem[];
  const page = { ...docPage, nav: { 'doc:/docs/guide': '/docs/1.0/guide' } };
  render(
    <MemoryRouter>
      <SearchPage site={{ ...site, navbar }} page={page} slots={[]} />
    </MemoryRouter>,
  );
  const list = within(screen.getByRole('list', { name: 'Library' }));
  expect(list.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(['/docs/1.0/guide', '/tour']);
});

test('the caret is behind the text of the address', () => {
  const page = (
    <MemoryRouter initialEntries={['/search?q=homa']}>
      <SearchPage site={site} page={docPage} slots={[]} />
    </MemoryRouter>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  const field = within(container).getByRole<HTMLInputElement>('searchbox');
  field.focus();
  field.setSelectionRange(0, 0);
  act(() => void hydrateRoot(container, page));
  expect([field.selectionStart, field.selectionEnd]).toEqual([4, 4]);
  container.remove();
});

const SETTINGS = {
  ...{ collection: 'c', contexts: [], contextual: false, nodes: [], externalUrlRegex: '^https://other\\.' },
  feedbackUrl: 'https://asked.example/?t={query}',
};

/** Answers the requests of the search. */
function serve(result: object, settings: object = SETTINGS) {
  const json = (value: object) => ({ ok: true, status: 200, json: async () => value });
  vi.stubGlobal('fetch', async (url: string) =>
    json(url.includes('settings.json') ? { search: settings } : { results: [{ found: 0, hits: [], ...result }] }),
  );
}

const savedHit = (objectID: string, url: string, names: Record<string, string>) => ({
  objectID,
  url,
  type: 'lvl2',
  content: null,
  hierarchy: { lvl0: 'Characters', ...names },
});
const save = (list: string, ...hits: object[]) =>
  localStorage.setItem(`__DOCSEARCH_${list}_SEARCHES__c`, JSON.stringify(hits));

test('it lists the hits that were followed before and the favorites, each under its heading', async () => {
  serve({});
  save('RECENT', savedHit('1', 'https://indexed.example/ganyu#attacks', { lvl1: 'Ganyu', lvl2: 'Attacks' }));
  save('FAVORITE', savedHit('2', 'https://indexed.example/tcg', { lvl1: 'TCG' }));
  show('');
  const found = await screen.findByRole('link', { name: 'Ganyu: Attacks' });
  expect(found.getAttribute('href')).toBe('/ganyu#attacks');
  expect(screen.getByRole('link', { name: 'TCG' }).getAttribute('href')).toBe('/tcg');
  expect(screen.getAllByRole('heading').map((one) => one.textContent)).toEqual(['Recent', 'Favorite']);
});

test('a saved hit of another site leads there', async () => {
  serve({});
  save('RECENT', savedHit('1', 'https://other.example/a', { lvl1: 'Other' }));
  show('');
  const found = await screen.findByRole('link', { name: 'Other' });
  expect(found.getAttribute('href')).toBe('https://other.example/a');
  expect(found.hasAttribute('data-full-load')).toBe(true);
});

test('words that no page has come with searches to try', async () => {
  serve({ unknown: [{ word: 'ganjux', nearest: ['ganyu'] }] });
  show('ganjux');
  await screen.findByText('No page has: ganjux');
  expect(screen.getByText('Try searching for:')).toBeDefined();
  expect(screen.getByRole('link', { name: 'ganyu' }).getAttribute('href')).toBe(`${docPage.path}?q=ganyu`);
});

test('an empty result says what was understood, and links to the form for missing results', async () => {
  serve({ unknown: [{ word: 'ganjux', nearest: [] }], understood: 'skill' });
  show('ganjux skill');
  const link = await screen.findByRole('link', { name: 'skill' });
  expect(link.getAttribute('href')).toBe(`${docPage.path}?q=skill`);
  const told = screen.getByRole('link', { name: 'Let us know.' });
  expect(told.getAttribute('href')).toBe('https://asked.example/?t=ganjux%20skill');
});

test('a refused search says so, and is repeated when the server allows it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const refused = { ok: false, status: 429, headers: new Headers({ 'retry-after': '7' }) };
  const json = (value: object) => ({ ok: true, status: 200, json: async () => value });
  const answers = [
    refused,
    json({ results: [{ found: 1, hits: [{ document: { id: '1', url: '/a', 'hierarchy.lvl1': 'A' } }] }] }),
  ];
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('settings.json') ? json({ search: SETTINGS }) : answers.shift(),
  );
  show('a');
  await screen.findByText('The search is repeated in 7 s.');
  expect(screen.getByText('Too many searches')).toBeDefined();
  expect(screen.queryByText(/network/)).toBeNull();
  await act(async () => vi.advanceTimersByTime(7_000));
  await screen.findByRole('heading', { name: 'A' });
  expect(screen.queryByText(/repeated/)).toBeNull();
  vi.useRealTimers();
});

test('a hit has the mark of its page and opens what hides it', async () => {
  const document = { id: '1', url: '/ganyu#attacks', 'hierarchy.lvl1': 'Ganyu', 'hierarchy.lvl2': 'Attacks' };
  serve({ found: 1, hits: [{ document, element: 'cryo', opens: ['Skill & more', 'Levels'] }] });
  const { container } = show('ganyu cooldown');
  const link = await screen.findByRole('link', { name: 'Ganyu: Attacks' });
  expect(link.getAttribute('href')).toBe('/ganyu?tab=Skill%20%26%20more&tab=Levels#attacks');
  expect(container.querySelector('article')!.dataset.element).toBe('cryo');
  expect(container.querySelector('article svg')).not.toBeNull();
});

test('the path of a section leaves out the page that its title names', async () => {
  const levels = { 'hierarchy.lvl0': 'Characters', 'hierarchy.lvl1': 'Ganyu' };
  const below = { ...levels, 'hierarchy.lvl2': 'Attacks' };
  const hits = [levels, below, { ...below, 'hierarchy.lvl3': 'Charged' }].map((document, at) => ({
    document: { ...document, id: String(at), url: '/ganyu' },
  }));
  serve({ found: 3, hits });
  const { container } = show('ganyu');
  await screen.findByRole('link', { name: 'Ganyu: Charged' });
  const paths = [...container.querySelectorAll('.hit-path')].map((one) => one.textContent);
  expect(paths).toEqual(['Characters', 'Characters', 'Characters › Attacks']);
});

test('a tool is marked in its heading and in its option', async () => {
  const document = { url: '/damage#calculator', 'hierarchy.lvl1': 'Damage', 'hierarchy.lvl2': 'Calculator' };
  const hits = [
    { document: { ...document, id: '1', type: 'lvl2', kind: 'tool' } },
    { document: { ...document, id: '2', type: 'lvl2' } },
  ];
  serve({ found: 2, hits });
  show('calculator');
  const headings = await screen.findAllByRole('heading');
  expect(headings.map((one) => one.textContent)).toEqual(['Damage: Calculator Tool', 'Damage: Calculator']);
  const saved = (id: string) => ({ id, saved: {} as SavedHit });
  const choices = ['a', 'b'].map(saved);
  const list = { choices, current: undefined, onChoose: () => {}, onPoint: () => {} };
  render(<AnswerList figure={null} hits={readHits({ hits })} {...list} />);
  const options = screen.getAllByRole('option').map((one) => one.textContent);
  expect(options).toEqual(['Damage: Calculator Tool', 'Damage: Calculator']);
});

test('a figure without hits is announced, and nothing says that nothing was found', async () => {
  const figures = [{ name: 'Level 9', value: '80.6%' }];
  serve({ answer: { url: '/ganyu#attacks', title: 'Ganyu', heading: 'Attacks', figures } });
  show('ganyu level 9');
  await screen.findByText('80.6%');
  await screen.findByText('Ganyu: Attacks: Level 9: 80.6%');
  expect(screen.getByRole('status').textContent?.trim()).toBe('Ganyu: Attacks: Level 9: 80.6%');
});

/** The address that the router has. */
function Address() {
  return <output>{useLocation().search}</output>;
}

test('the address follows what was typed before the page was hydrated, and what is typed later', async () => {
  const page = (
    <MemoryRouter initialEntries={['/search']}>
      <SearchPage site={site} page={docPage} slots={[]} />
      <Address />
    </MemoryRouter>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  const field = container.querySelector('input')!;
  field.value = 'hu t';
  const root = await act(async () => hydrateRoot(container, page));
  expect(field.value).toBe('hu t');
  await vi.waitFor(() => expect(container.querySelector('output')!.textContent).toBe('?q=hu+t'));
  for (const text of ['hu ta', 'hu tao']) fireEvent.change(field, { target: { value: text } });
  expect(field.value).toBe('hu tao');
  await vi.waitFor(() => expect(container.querySelector('output')!.textContent).toBe('?q=hu+tao'));
  await act(async () => root.unmount());
});

test('what the reader left is shown again without a request, and what comes after it is asked for', async () => {
  const hit = {
    ...{ url: '/a', url_without_anchor: '/a', id: '1', type: 'lvl1', content: null, anchor: null },
    ...{ 'hierarchy.lvl0': 'Docs', 'hierarchy.lvl1': 'Ganyu' },
  };
  serve({ found: 1, grouped_hits: [{ hits: [{ document: hit }] }] });
  const first = show('who was left');
  await screen.findByRole('link', { name: 'Ganyu' });
  first.unmount();
  const asked = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('fetch', asked);
  const second = show('who was left');
  screen.getByRole('link', { name: 'Ganyu' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).not.toHaveBeenCalled();
  second.unmount();
  const third = show('who comes next');
  expect(screen.queryByRole('link', { name: 'Ganyu' })).toBeNull();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  third.unmount();
});
