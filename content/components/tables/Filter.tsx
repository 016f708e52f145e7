import '../entity.css';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CompareBar } from './lib/CompareBar';
import { focusStart, noteStart, showComparison } from './lib/compareFocus';
import { Comparison } from './lib/Comparison';
import { FilterBar, WORDS } from './lib/FilterBar';
import { isFound, type FilterGroup } from './lib/filters';
import { useBarHost } from './lib/useBarHost';
import { useComparison } from './lib/useComparison';
import { useQuery } from './lib/query';
import { useTextFile } from './lib/useTextFile';
import { makeHeadsButtons, nextOrder, parseOrder, sortRows } from './lib/sortTable';

export const interactive = true;

export type FilterProps = {
  /** What is listed: `weapons`. */
  noun: string;
  total: number;
  groups: FilterGroup[];
  /** Whether things of the list can be compared. */
  isComparable?: boolean;
  /** The names of the values in the `data-facts` of items. */
  facts?: string[];
  /** The file of texts that the words are looked for in, too, by the address of the item's link. */
  texts?: string;
  children?: ReactNode;
};

const ORDER = 'sort';

/** Filters items and rows, and sorts tables by their columns; the address holds the state. */
export default function Filter({
  noun,
  total,
  groups,
  isComparable = false,
  facts = [],
  texts,
  children,
}: FilterProps) {
  const box = useRef<HTMLDivElement>(null);
  const [query, setParameter] = useQuery();
  const [count, setCount] = useState(total);
  const keys = groups.map(({ label }) => label);
  const comparison = useComparison(box, [isComparable ? query : null, setParameter], { keys, facts });
  const host = useBarHost(box, comparison.isOn);
  const begin = (button: HTMLElement) => {
    noteStart(button);
    comparison.start();
  };
  const end = () => {
    comparison.end();
    focusStart();
  };
  const isLive = query !== null;
  const words = query?.get(WORDS) ?? '';
  const chosen = groups.map(({ name, options }) => options.find((option) => option === query?.get(name)) ?? '');
  const more = useTextFile<string>(words === '' || !texts ? null : texts);
  const order = query?.get(ORDER) ?? null;
  const asked = JSON.stringify([words, chosen, order]);
  // The list was rendered at build and React leaves it unchanged, so its items are shown, hidden and sorted on the DOM.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` names all that is read from the query, which is a new object at each render.
  useEffect(() => {
    if (!box.current) return;
    setCount(showFound(box.current, chosen, words, more));
    for (const table of box.current.querySelectorAll('table')) {
      makeHeadsButtons(table, (column) =>
        setParameter(ORDER, nextOrder(parseOrder(new URLSearchParams(window.location.search).get(ORDER)), column)),
      );
      sortRows(table, parseOrder(order));
    }
  }, [asked, more]);
  return (
    <div ref={box} className="filter">
      <FilterBar
        {...{ noun, groups, words, chosen, isLive, setParameter }}
        count={count === total ? total : `${count} of ${total}`}
      >
        {isComparable && (
          <button
            type="button"
            className="compare-button compare-start"
            inert={!isLive}
            aria-pressed={comparison.isOn}
            onClick={(event) => (comparison.isOn ? comparison.end() : begin(event.currentTarget))}
          >
            Compare
          </button>
        )}
      </FilterBar>
      {comparison.items.length > 0 && (
        <Comparison items={comparison.items} isArrival={comparison.isArrival} onRemove={comparison.toggle} />
      )}
      {children}
      {host && <CompareBar host={host} count={comparison.count} onShow={showComparison} onEnd={end} />}
    </div>
  );
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
