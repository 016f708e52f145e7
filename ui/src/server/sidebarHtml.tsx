/**
 * The HTML of the items of a sidebar, which is what React renders for the whole list. Pages of a folder show the same items: each
 * is rendered once, and for a page only those that are or contain its own.
 */

import { renderToString } from 'react-dom/server';
import { SidebarItems } from '../layout/sidebar/SidebarItems';
import { activeKeys, categoryKey, initialKeys, type OpenKeys, type SidebarCategoryItem } from '../lib/menus/sidebar';
import type { RoutePath, SidebarItem } from '../model';

/** A shell is rendered with one of these in place of all items: it only asks whether one of them is a category. */
const LINK: SidebarItem = { type: 'link', label: '<!--bindery:items-->', href: '' };
const CATEGORY: SidebarItem = { type: 'category', label: '<!--bindery:items-->', href: null, firstHref: '' };

/** No page has this path. */
const NO_PATH: RoutePath = '\0';

const NONE: OpenKeys = new Set();

const START = '<ul role="list">';
const END = '</ul>';

/** So much HTML of a locale is remembered: more than the items of a page. */
const MAX_REMEMBERED = 10_000;

type Place = { parent: string; path: RoutePath; active: OpenKeys };

/** The items of one sidebar in one locale. */
export class SidebarHtml {
  /** The items that the shell is rendered with. */
  readonly placeholder: readonly SidebarItem[];
  private readonly initial: OpenKeys;
  private readonly elsewhere = new Map<SidebarItem, string>();

  /** `known` has the HTML of single items in the locale: of links and of categories without what is below. */
  constructor(
    private readonly items: readonly SidebarItem[],
    private readonly known: Map<string, string>,
  ) {
    const hasCategory = items.some(({ type }) => type === 'category');
    this.placeholder = items.length === 0 ? [] : [hasCategory ? CATEGORY : LINK];
    this.initial = initialKeys(items, NO_PATH);
  }

  /** Puts the items of the page `path` into its shell, which was rendered with the placeholder. */
  fill(shell: string, path: RoutePath): string {
    const [placeholder] = this.placeholder;
    if (!placeholder) return shell;
    const active = new Set(activeKeys(this.items, path));
    const html = this.listHtml(this.items, { parent: '', path, active });
    return shell.replaceAll(this.closedHtml(placeholder), () => html);
  }

  private listHtml(items: readonly SidebarItem[], place: Place): string {
    return items.map((item) => this.itemHtml(item, place)).join('');
  }

  private itemHtml(item: SidebarItem, place: Place): string {
    const { path, parent, active } = place;
    const key = item.type === 'category' ? categoryKey(parent, item) : '';
    if (!leadsTo(item, path) && !active.has(key)) return this.htmlElsewhere(item, parent, key);
    const isOpen = this.initial.has(key) || active.has(key);
    if (item.type !== 'category' || !item.items?.length) {
      return render(item, parent, path, isOpen ? new Set([key]) : NONE);
    }
    const html = this.categoryHtml({ ...item, items: [LINK] }, item.href === path, isOpen);
    const below = this.listHtml(item.items, { ...place, parent: key });
    return html.replace(this.closedHtml(LINK), () => below);
  }

  /** A category around a page or of the page itself, which is the same on all pages below it. */
  private categoryHtml(item: SidebarCategoryItem, isCurrent: boolean, isOpen: boolean): string {
    const path = (isCurrent && item.href) || NO_PATH;
    const open = isOpen ? new Set([categoryKey('', item)]) : NONE;
    return this.remembered(`${isCurrent} ${isOpen} ${JSON.stringify(item)}`, () => render(item, '', path, open));
  }

  /** An item on a page that is neither it nor below it. */
  private htmlElsewhere(item: SidebarItem, parent: string, key: string): string {
    const known = this.elsewhere.get(item);
    if (known !== undefined) return known;
    const isClosed = item.type !== 'category' || (!item.items && !this.initial.has(key));
    const html = isClosed ? this.closedHtml(item) : render(item, parent, NO_PATH, this.initial);
    this.elsewhere.set(item, html);
    return html;
  }

  private closedHtml(item: SidebarItem): string {
    return this.remembered(JSON.stringify(item), () => render(item, '', NO_PATH, NONE));
  }

  private remembered(key: string, html: () => string): string {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const rendered = html();
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(key, rendered);
    return rendered;
  }
}

function render(item: SidebarItem, parent: string, path: RoutePath, open: OpenKeys): string {
  const list = { parent, path, open, toggle: doNothing, complete: doNothing };
  return renderToString(<SidebarItems {...list} items={[item]} />).slice(START.length, -END.length);
}

function doNothing(): void {}

/** Whether an item is or contains a page. */
function leadsTo(item: SidebarItem, path: RoutePath): boolean {
  if (item.type === 'html') return false;
  return item.href === path || (item.type === 'category' && (item.items ?? []).some((child) => leadsTo(child, path)));
}
