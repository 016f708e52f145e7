import { expect, test } from 'vitest';
import { foldOf, holdsPage, itemOn, navbarState, type NavigationContext } from '../../../src/lib/menus/navbar';
import type { NavbarItem, PageProps } from '../../../src/model';
import { docPage, pages, site } from '../../fixtures';

const [home, newsletter, forum] = site.navbar;
const link = (label: string, href: string, more: Partial<NavbarItem> = {}): NavbarItem => ({
  type: 'link',
  label,
  position: 'right',
  href,
  external: false,
  sidebarId: null,
  ...more,
});
const place = (page: PageProps = docPage, more: Partial<NavigationContext> = {}): NavigationContext => ({
  site,
  page,
  address: { pathname: page.path, search: '?a=1', hash: '#b' },
  preferred: () => null,
  ...more,
});

test('a doc item is active on the pages of its sidebar, current on its own', () => {
  expect(navbarState(home!, docPage, '/')).toEqual({ active: true, current: false });
  expect(navbarState(home!, { ...docPage, path: '/' }, '/')).toEqual({ active: true, current: true });
});

test('a link is current on its page and below', () => {
  expect(navbarState(newsletter!, pages['blog-post'], '/').current).toBe(true);
  expect(navbarState(newsletter!, docPage, '/').current).toBe(false);
});

test('external links and the not-found page are never current', () => {
  expect(navbarState(forum!, docPage, '/').active).toBe(false);
  expect(navbarState(home!, pages['not-found'], '/').active).toBe(false);
});

test('a path or a pattern makes an item active, too', () => {
  const at = (more: Partial<NavbarItem>) => navbarState(link('X', '/x', more), docPage, '/');
  expect(at({ activeBase: '/characters/' })).toEqual({ active: true, current: false });
  expect(at({ activeRegex: '^/characters/.+/ganyu$' }).active).toBe(true);
  expect(at({ activeRegex: '(' }).active).toBe(false);
  const dropdown = link('More', '', { type: 'dropdown', items: [link('Here', docPage.path)] });
  expect(holdsPage(dropdown, docPage)).toBe(true);
  expect(holdsPage(dropdown, pages['blog-post'])).toBe(false);
  // The page itself, not what lies below a link.
  expect(holdsPage({ ...dropdown, items: [link('Characters', '/characters')] }, docPage)).toBe(false);
  expect(holdsPage({ ...dropdown, items: [link('Elsewhere', '/x', { activeBase: '/characters/' })] }, docPage)).toBe(
    true,
  );
});

const locales = link('English', '', {
  type: 'locales',
  items: [
    link('English', '/', { lang: 'en' }),
    link('Français', '/fr/', { lang: 'fr', query: '?persist=1' }),
    link('About', '/about'),
  ],
});

test('a language leads to the same page in it, with query and hash', () => {
  const page = { ...docPage, nav: { 'lang:fr': '/fr/personnages/ganyu' } };
  const { items = [] } = itemOn(place(page), locales);
  expect(items.map(({ href }) => href)).toEqual([
    '/characters/cryo/ganyu?a=1#b',
    '/fr/personnages/ganyu?a=1&persist=1#b',
    '/about',
  ]);
  expect(items.map(({ chosen }) => chosen)).toEqual([true, false, undefined]);
});

test('a page without a translation keeps its path below the home of that language', () => {
  const { items = [] } = itemOn(place(docPage, { address: { pathname: '', search: '', hash: '' } }), locales);
  expect(items[1]?.href).toBe('/fr/characters/cryo/ganyu?persist=1');
});

test('from an unknown address a language leads to the same address in it', () => {
  const address = { pathname: '/no/such/page', search: '', hash: '' };
  expect(itemOn(place(pages['not-found'], { address }), locales).items?.[1]?.href).toBe('/fr/no/such/page?persist=1');
});

test('an item of a document leads to it in the version of the page', () => {
  const page = { ...docPage, nav: { '/docs': '/docs/a', 'doc:/docs/b': '/docs/1.0/b' } };
  const doc = (href: string) => link('Doc', href, { type: 'doc' });
  expect(itemOn(place(page), doc('/docs')).href).toBe('/docs');
  expect(itemOn(place(page), doc('/docs/b')).href).toBe('/docs/1.0/b');
  expect(itemOn(place(page), link('2.0', '/docs', { type: 'version' })).href).toBe('/docs/a');
});

const versions = link('2.0', '', {
  type: 'versions',
  plugin: 'default',
  items: [link('2.0', '/docs', { version: '2.0' }), link('1.0', '/docs/1.0', { version: '1.0' })],
});
const old = {
  ...docPage,
  path: '/docs/1.0/a',
  searchTag: 'docs-default-1.0',
  nav: { '/docs': '/docs/a', '/docs/1.0': '/docs/1.0/a' },
};

test('a version leads to the same document in it, and the label is the shown version', () => {
  const item = itemOn(place(old), versions);
  expect(item.label).toBe('1.0');
  expect(item.items?.map(({ href, chosen }) => [href, chosen])).toEqual([
    ['/docs/a?a=1#b', false],
    ['/docs/1.0/a?a=1#b', true],
  ]);
});

test('on other pages the label is the version last chosen, else the latest', () => {
  expect(itemOn(place(pages['blog-post'], { preferred: () => '1.0' }), versions).label).toBe('1.0');
  expect(itemOn(place(pages['blog-post'], { preferred: () => 'gone' }), versions).label).toBe('2.0');
});

test('a single version is a plain link', () => {
  const item = itemOn(place(), { ...versions, items: versions.items!.slice(0, 1) });
  expect(item).toMatchObject({ type: 'version', href: '/docs?a=1#b', label: '2.0' });
  expect(item.items).toBeUndefined();
  // Of that version are all pages; the link is current on its own.
  const shown = { ...docPage, searchTag: 'docs-default-2.0' };
  const only = itemOn(place(shown), { ...versions, items: versions.items!.slice(0, 1) });
  expect(navbarState(only, shown, '/').current).toBe(false);
});

test('a navbar with more items than a window has room for folds into its menu', () => {
  const items = (count: number) => ({
    title: 'Site',
    navbar: Array.from({ length: count }, () => link('Twelve marks', '/')),
  });
  expect([foldOf(site), foldOf(items(6)), foldOf(items(9)), foldOf(items(16))]).toEqual([
    undefined,
    undefined,
    'wide',
    'always',
  ]);
});
