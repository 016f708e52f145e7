/** Resolves the navbar's items for a page: their targets, and which is the current one. Pure. */

import type { NavbarItem, PageProps, SiteProps } from '../../model';
import { homeOf, isBelow, samePath } from '../path';

export type Address = { pathname: string; search: string; hash: string };

/** The site, the page, the address, and the versions that the reader last chose. */
export type NavigationContext = {
  site: SiteProps;
  page: PageProps;
  address: Address;
  preferred: (plugin: string) => string | null;
};

/** An item as it is rendered: `chosen` is the version or language of the page. */
export type ShownItem = Omit<NavbarItem, 'items'> & { chosen?: boolean; items?: ShownItem[] };

/** The item with its target: those of versions and languages lead to the same page in them. */
export function itemOn(context: NavigationContext, item: NavbarItem): ShownItem {
  const { page } = context;
  if (item.type === 'versions') return versionsOn(context, item);
  const items = item.items?.map((below) =>
    below.lang === undefined ? itemOn(context, below) : languageOn(context, below),
  );
  const key = item.type === 'doc' ? `doc:${item.href}` : item.type === 'version' ? item.href : '';
  return { ...item, href: page.nav?.[key] ?? item.href, ...(items && { items }) };
}

/** The page in another language: its own path there, else the same path below that language's home. */
function languageOn({ site, page, address }: NavigationContext, item: NavbarItem): ShownItem {
  const home = homeOf(site);
  const here = page.content.kind === 'not-found' ? address.pathname : page.path;
  const path = page.nav?.[`lang:${item.lang}`] ?? item.href + (here.startsWith(home) ? here.slice(home.length) : '');
  return {
    ...item,
    href: path + withQuery(address.search, item.query) + address.hash,
    chosen: item.lang === site.locale.htmlLang,
  };
}

function withQuery(search: string, more = ''): string {
  const rest = more.replace(/^[?&]/, '');
  return rest === '' ? search : `${search || '?'}${search.length > 1 ? '&' : ''}${rest}`;
}

/** Labelled with the page's version, else the one last chosen, else the latest. A single version is a link. */
function versionsOn({ page, address, preferred }: NavigationContext, item: NavbarItem): ShownItem {
  const { plugin = '', items = [] } = item;
  const isOwn = ({ version }: NavbarItem) => version !== undefined && page.searchTag === `docs-${plugin}-${version}`;
  const shown = items.map((below) => {
    const href = page.nav?.[below.href] ?? below.href;
    return below.version === undefined
      ? below
      : { ...below, href: href + address.search + address.hash, chosen: isOwn(below) };
  });
  const liked = preferred(plugin);
  const own = items.find(isOwn) ?? items.find(({ version }) => liked !== null && version === liked);
  const [only] = shown;
  const label = own?.label ?? item.label;
  if (only && shown.length === 1) return { ...only, type: 'version', label, position: item.position };
  return { ...item, label, items: shown };
}

export type NavbarState = { active: boolean; current: boolean };

/** `current` is the link to this page (or, for plain links, its section); `active` is styled as the current location. */
export function navbarState(item: ShownItem, page: PageProps, basePath: string): NavbarState {
  if (item.chosen !== undefined && item.type !== 'version') return { active: item.chosen, current: item.chosen };
  if (item.external || item.href === '' || page.content.kind === 'not-found') return { active: false, current: false };
  if (item.type === 'doc') {
    const current = page.path === item.href;
    return { active: current || (item.sidebarId !== null && page.sidebar?.id === item.sidebarId), current };
  }
  const current = item.href === basePath ? page.path === basePath : isBelow(page.path, item.href);
  return { active: current || matches(item, page.path), current };
}

/** Whether one of the item's own items leads to this page, or matches its path. */
export function holdsPage({ type, items = [] }: ShownItem, { path }: PageProps): boolean {
  return (
    type !== 'locales' && items.some((below) => below.chosen || samePath(below.href, path) || matches(below, path))
  );
}

function matches({ activeBase, activeRegex }: ShownItem, path: string): boolean {
  if (activeRegex === undefined) return activeBase !== undefined && path.startsWith(activeBase);
  try {
    return new RegExp(activeRegex, 'i').test(path);
  } catch {
    return false;
  }
}

/** The widths of a letter, of an item without its text, and of the brand, the search and the colour mode, in pixels. */
const LETTER = 8;
const ITEM = 30;
const ENDS = 300;

/**
 * The window below which the navbar's items are in its menu instead: none for a few items, which have the usual one. The
 * widths are estimated, because the server renders the same.
 */
export function foldOf({ title, navbar }: Pick<SiteProps, 'title' | 'navbar'>): 'wide' | 'always' | undefined {
  const text = (item: NavbarItem) => (item.html === undefined ? item.label.length : Math.min(item.label.length, 3));
  const width = navbar.reduce((sum, item) => sum + text(item) * LETTER + ITEM, ENDS + title.length * LETTER);
  // Below 1,200 pixels the items and the search are narrower.
  if (width <= 1_220) return undefined;
  return width <= 1_600 ? 'wide' : 'always';
}
