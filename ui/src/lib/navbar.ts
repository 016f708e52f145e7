/** Where the navbar's items lead from a page, and which of them it belongs to. Pure. */

import type { NavbarItem, PageProps, SiteProps } from '../model';
import { homeOf, isBelow } from './path';

/** What stands behind the path of the address. */
export type Tail = { search: string; hash: string };

/** Where the reader is: the site, the page, the address, and the versions they last chose. */
export type Place = { site: SiteProps; page: PageProps; tail: Tail; preferred: (plugin: string) => string | null };

/** An item as it is drawn: `chosen` is the version or language of the page. */
export type ShownItem = Omit<NavbarItem, 'items'> & { chosen?: boolean; items?: ShownItem[] };

/** The item as it leads from this page: versions and languages to this very page there. */
export function itemOn(place: Place, item: NavbarItem): ShownItem {
  const { page } = place;
  if (item.type === 'versions') return versionsOn(place, item);
  const items = item.items?.map((below) => (below.lang === undefined ? itemOn(place, below) : languageOn(place, below)));
  const moves = item.type === 'doc' || item.type === 'version';
  return { ...item, href: (moves && page.nav?.[item.href]) || item.href, ...(items && { items }) };
}

/** The page in another language: its own path there, else the same path below that language's home. */
function languageOn({ site, page, tail }: Place, item: NavbarItem): ShownItem {
  const home = homeOf(site);
  const isKnown = page.content.kind !== 'not-found' && page.path.startsWith(home);
  const path = page.nav?.[`lang:${item.lang}`] ?? (isKnown ? item.href + page.path.slice(home.length) : item.href);
  return { ...item, href: path + withQuery(tail.search, item.query) + tail.hash, chosen: item.lang === site.locale.htmlLang };
}

function withQuery(search: string, more = ''): string {
  const rest = more.replace(/^[?&]/, '');
  return rest === '' ? search : `${search || '?'}${search.length > 1 ? '&' : ''}${rest}`;
}

/** Labelled by the page's version, else by the one last chosen, else by the last. A single one is a link. */
function versionsOn({ page, tail, preferred }: Place, item: NavbarItem): ShownItem {
  const { plugin = '', items = [] } = item;
  const isOwn = ({ version }: NavbarItem) => version !== undefined && page.searchTag === `docs-${plugin}-${version}`;
  const shown = items.map((below) => {
    const href = page.nav?.[below.href] ?? below.href;
    return below.version === undefined ? below : { ...below, href: href + tail.search + tail.hash, chosen: isOwn(below) };
  });
  const liked = preferred(plugin);
  const own = items.find(isOwn) ?? items.find(({ version }) => liked !== null && version === liked);
  const [only] = shown;
  const label = own?.label ?? item.label;
  if (only && shown.length === 1) return { ...only, type: 'version', label, position: item.position };
  return { ...item, label, items: shown };
}

export type NavbarState = { active: boolean; current: boolean };

/** `current` is the link to this page (or, for plain links, its section); `active` is drawn as the place. */
export function navbarState(item: ShownItem, page: PageProps, basePath: string): NavbarState {
  if (item.chosen !== undefined) return { active: item.chosen, current: item.chosen };
  if (item.external || item.href === '' || page.content.kind === 'not-found') return { active: false, current: false };
  if (item.type === 'doc') {
    const current = page.path === item.href;
    return { active: current || (item.sidebarId !== null && page.sidebar?.id === item.sidebarId), current };
  }
  const current = item.href === basePath ? page.path === basePath : isBelow(page.path, item.href);
  return { active: current || fits(item, page.path), current };
}

/** Whether the page is in one of the item's own items. */
export function holdsPage(item: ShownItem, page: PageProps, basePath: string): boolean {
  if (item.type === 'locales') return false;
  return fits(item, page.path) || (item.items ?? []).some((below) => navbarState(below, page, basePath).active);
}

function fits({ activeBase, activeRegex }: ShownItem, path: string): boolean {
  if (activeRegex === undefined) return activeBase !== undefined && path.startsWith(activeBase);
  try {
    return new RegExp(activeRegex, 'i').test(path);
  } catch {
    return false;
  }
}
