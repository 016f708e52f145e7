import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { SearchPage } from '../../src/pages/SearchPage';
import { SearchResults } from '../../src/search/SearchResults';
import { docPage, site } from '../fixtures';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  // What jsdom lacks.
  vi.stubGlobal('IntersectionObserver', class {});
});

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

test('it lists the hits that were followed before', async () => {
  const settings = { search: { collection: 'c', contexts: [], contextual: false, nodes: [], externalUrlRegex: null } };
  vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => settings }));
  const hierarchy = { lvl0: 'Characters', lvl1: 'Ganyu', lvl2: 'Attacks' };
  const hit = { objectID: '1', url: 'https://indexed.example/ganyu#attacks', type: 'lvl2', content: null, hierarchy };
  localStorage.setItem('__DOCSEARCH_RECENT_SEARCHES__c', JSON.stringify([hit]));
  render(<SearchResults site={site} page={docPage} query="" />);
  const found = await screen.findByRole('link', { name: 'Attacks, Ganyu' });
  expect(found.getAttribute('href')).toBe('/ganyu#attacks');
});
