/** Which navbar item the page belongs to. Pure. */

import type { NavbarItem, PageProps } from '../model';
import { isBelow } from './path';

const MOVING = ['doc', 'version', 'versions', 'locales'];

/** The item as it leads from this page: other versions and languages to this very page there. */
export function itemOn(page: PageProps, item: NavbarItem, moves = MOVING.includes(item.type)): NavbarItem {
  const { nav, versionNotice } = page;
  if (!nav || !moves) return item;
  const items = item.items?.map((below) => itemOn(page, below, true));
  const isOwn = item.type === 'versions' && items?.some((below, index) => below.href !== item.items?.[index]?.href);
  return {
    ...item,
    href: nav[item.href] ?? item.href,
    label: (isOwn && versionNotice?.label) || item.label,
    ...(items && { items }),
  };
}

export type NavbarState = { active: boolean; current: boolean };

/** `current` is the link to this page (or, for plain links, its section); `active` is drawn as the place. */
export function navbarState(item: NavbarItem, page: PageProps, basePath: string): NavbarState {
  if (item.external || page.content.kind === 'not-found') return { active: false, current: false };
  if (item.type === 'doc') {
    const current = page.path === item.href;
    return { active: current || (item.sidebarId !== null && page.sidebar?.id === item.sidebarId), current };
  }
  const current = item.href === basePath ? page.path === basePath : isBelow(page.path, item.href);
  return { active: current, current };
}
