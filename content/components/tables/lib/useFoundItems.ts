import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { WORDS } from './FilterBar';
import { isFound, type FilterGroup } from './filters';
import type { SetParameter } from './query';
import { makeHeadsButtons, nextOrder, parseOrder, sortRows } from './sortTable';
import { useTextFile } from './useTextFile';

const ORDER = 'sort';

export type FoundItems = {
  /** The words that the reader typed. */
  words: string;
  /** The chosen option of each group, empty where none is. */
  chosen: string[];
  /** The number of visible items. */
  count: number;
};

/** Shows the items that the query of the address asks for, and sorts the tables by its column. */
export function useFoundItems(
  box: RefObject<HTMLElement | null>,
  [query, setParameter]: [URLSearchParams | null, SetParameter],
  { total, groups, texts }: { total: number; groups: FilterGroup[]; texts?: string },
): FoundItems {
  const [count, setCount] = useState(total);
  const words = query?.get(WORDS) ?? '';
  const chosen = groups.map(({ name, options }) => options.find((option) => option === query?.get(name)) ?? '');
  const more = useTextFile<string>(words === '' || !texts ? null : texts);
  const order = query?.get(ORDER) ?? null;
  const asked = JSON.stringify([words, chosen, order]);
  // At once: a press that came before the island worked is done again as soon as it works.
  useLayoutEffect(() => {
    for (const table of box.current?.querySelectorAll('table') ?? []) {
      makeHeadsButtons(table, (column) =>
        setParameter(ORDER, nextOrder(parseOrder(new URLSearchParams(window.location.search).get(ORDER)), column)),
      );
    }
  }, [box, setParameter]);
  // The list was rendered at build and React leaves it unchanged, so its items are shown, hidden and sorted on the DOM.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` names all that is read from the query, which is a new object at each render.
  useEffect(() => {
    if (!box.current) return;
    setCount(showFound(box.current, chosen, words, more));
    for (const table of box.current.querySelectorAll('table')) sortRows(table, parseOrder(order));
  }, [asked, more]);
  return { words, chosen, count };
}

/** Hides items that do not match, and groups without visible items; returns the number of visible items. */
function showFound(box: HTMLElement, chosen: string[], words: string, more: Record<string, string> | null): number {
  let count = 0;
  for (const item of box.querySelectorAll<HTMLElement>('[data-keys]')) {
    const text = `${item.textContent} ${more?.[item.querySelector('a')?.getAttribute('href') ?? ''] ?? ''}`;
    item.hidden = !isFound(item.dataset.keys ?? '', text, chosen, words);
    count += Number(!item.hidden);
  }
  for (const group of box.querySelectorAll<HTMLElement>('[data-group-of]')) {
    group.hidden = !group.querySelector('[data-keys]:not([hidden])');
  }
  return count;
}
