import '../entity.css';
import { useRef, type ReactNode } from 'react';
import { CompareBar } from './lib/CompareBar';
import { focusStart, noteStart, showComparison } from './lib/compareFocus';
import { Comparison } from './lib/Comparison';
import { FilterBar } from './lib/FilterBar';
import type { FilterGroup } from './lib/filters';
import { useBarHost } from './lib/useBarHost';
import { useComparison } from './lib/useComparison';
import { useFoundItems } from './lib/useFoundItems';
import { useQuery } from './lib/query';

export const interactive = 'on-use';

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
  const keys = groups.map(({ label }) => label);
  const comparison = useComparison(box, [isComparable ? query : null, setParameter], { keys, facts });
  const isComparing = comparison.named !== null;
  const host = useBarHost(box, isComparing);
  const begin = (button: HTMLElement) => {
    noteStart(button);
    comparison.start();
  };
  const end = () => {
    comparison.end();
    focusStart();
  };
  const isLive = query !== null;
  const { words, chosen, count } = useFoundItems(box, [query, setParameter], { total, groups, texts });
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
            aria-pressed={isComparing}
            onClick={(event) => (isComparing ? comparison.end() : begin(event.currentTarget))}
          >
            Compare
          </button>
        )}
      </FilterBar>
      {comparison.items.length > 0 && (
        <Comparison items={comparison.items} isArrival={comparison.isArrival} onRemove={comparison.toggle} />
      )}
      {children}
      {host && comparison.named && (
        <CompareBar host={host} named={comparison.named} onShow={showComparison} onEnd={end} />
      )}
    </div>
  );
}
