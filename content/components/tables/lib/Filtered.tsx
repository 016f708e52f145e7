import type { ReactNode } from 'react';
import Filter from '../Filter';
import type { FilterGroup } from './filters';
import { Island } from '../../lib/Island';

export type FilteredProps = {
  noun: string;
  total: number;
  groups: FilterGroup[];
  /** Whether things of the list can be compared; items name further values in `data-facts`. */
  isComparable?: boolean;
  facts?: string[];
  /** A further file of texts that Find looks in. */
  texts?: string;
  children: ReactNode;
};

/** A list or table with a bar that filters and sorts it. */
export function Filtered({ noun, total, groups, isComparable, facts, texts, children }: FilteredProps) {
  return (
    <Island name="Filter" of={Filter} hydrateOn="use" props={{ noun, total, groups, isComparable, facts, texts }}>
      {children}
    </Island>
  );
}
