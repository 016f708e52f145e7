/** Recent and favorite hits: in the browser's storage, or in memory where storage is blocked. */

import { createStorageSlot, type StorageSlot } from '../lib/browser/storage';
import type { Hit } from './hits';

/** The format of DocSearch, so that the lists of an earlier site remain readable. */
export type SavedHit = {
  objectID: string;
  url: string;
  type: string;
  anchor?: string | null;
  content: string | null;
  hierarchy: Readonly<Record<string, string | null>>;
};

const MAX_FAVORITES = 10;
const MAX_RECENT = 7;
const MAX_RECENT_WITH_FAVORITES = 4;

export type History = {
  recent: readonly SavedHit[];
  favorite: readonly SavedHit[];
  addRecent(hit: SavedHit): void;
  addFavorite(hit: SavedHit): void;
  removeRecent(hit: SavedHit): void;
  removeFavorite(hit: SavedHit): void;
};

export function openHistory(collection: string): History {
  const recent = createList(`__DOCSEARCH_RECENT_SEARCHES__${collection}`);
  const favorite = createList(`__DOCSEARCH_FAVORITE_SEARCHES__${collection}`);
  const maxRecent = () => (favorite.items.length > 0 ? MAX_RECENT_WITH_FAVORITES : MAX_RECENT);
  return {
    get recent() {
      return recent.items.slice(0, maxRecent());
    },
    get favorite() {
      return favorite.items;
    },
    addRecent(hit) {
      // Favorites are listed already.
      if (!favorite.has(hit)) recent.add(hit, maxRecent());
    },
    addFavorite(hit) {
      favorite.add(hit, MAX_FAVORITES);
      recent.remove(hit);
    },
    removeRecent: (hit) => recent.remove(hit),
    removeFavorite: (hit) => favorite.remove(hit),
  };
}

/** The section of a figure, as a hit that is saved. */
export function figureToSaved({ url, title, heading }: Record<'url' | 'title' | 'heading', string>): SavedHit {
  const hierarchy = { lvl1: title, lvl2: heading === title ? null : heading };
  return { objectID: url, url, type: 'lvl2', content: null, hierarchy };
}

export function toSaved({ id, url, type, levels, content }: Hit): SavedHit {
  const hierarchy = Object.fromEntries(levels.map((name, level) => [`lvl${level}`, name === '' ? null : name]));
  const anchor = new URL(url, window.location.origin).hash.slice(1);
  return {
    objectID: id,
    url,
    type,
    anchor: anchor || null,
    content: type === 'content' ? content.slice(0, 200) : null,
    hierarchy,
  };
}

/** The names of a saved hit, from its page down. */
export function savedNames({ hierarchy }: SavedHit): string[] {
  return [1, 2, 3, 4, 5, 6].map((level) => hierarchy[`lvl${level}`]).filter((name): name is string => Boolean(name));
}

/** Replaces a blocked storage until the page is left. */
const memory = new Map<string, string>();

function createList(key: string) {
  const slot: StorageSlot = createStorageSlot(key);
  let items = read(slot.get() ?? memory.get(key));
  const write = (next: SavedHit[]) => {
    items = next;
    const text = JSON.stringify(next);
    slot.set(text);
    if (slot.get() === text) memory.delete(key);
    else memory.set(key, text);
  };
  const without = (hit: SavedHit) => items.filter((known) => known.objectID !== hit.objectID && known.url !== hit.url);
  return {
    get items(): readonly SavedHit[] {
      return items;
    },
    has: (hit: SavedHit) => without(hit).length < items.length,
    add: (hit: SavedHit, maxItems: number) => write([hit, ...without(hit)].slice(0, maxItems)),
    remove: (hit: SavedHit) => write(without(hit)),
  };
}

function read(text: string | undefined): SavedHit[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    const isHit = (one: unknown) =>
      typeof (one as SavedHit | null)?.url === 'string' && typeof (one as SavedHit).hierarchy === 'object';
    return Array.isArray(list) ? list.filter(isHit) : [];
  } catch {
    return [];
  }
}
