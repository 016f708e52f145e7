import type { ReactNode } from 'react';
import type { FilterGroup } from './filters';

/** The parameter of the address with the words to find. */
export const WORDS = 'find';

type FilterBarProps = {
  /** What is listed: `weapons`. */
  noun: string;
  /** How many are shown. */
  count: number | string;
  groups: FilterGroup[];
  words: string;
  /** The chosen option of each group; empty for all. */
  chosen: string[];
  /** Whether the address is known, so that the controls work. */
  isLive: boolean;
  setParameter: (name: string, value: string | null) => void;
  /** Further controls. */
  children?: ReactNode;
};

/** The controls that write the filters to the address, and the number of what is shown. */
export function FilterBar({ noun, count, groups, words, chosen, isLive, setParameter, children }: FilterBarProps) {
  return (
    <div className="filter-bar" role="search" aria-label={`Filter ${noun}`}>
      <label>
        <span>Find</span>
        <input
          type="search"
          value={words}
          inert={!isLive}
          onChange={(event) => setParameter(WORDS, event.currentTarget.value || null)}
        />
      </label>
      {groups.map(
        ({ name, label, options }, at) =>
          options.length > 1 && (
            <label key={name}>
              <span>{label}</span>
              <select
                value={chosen[at]}
                inert={!isLive}
                onChange={(event) => setParameter(name, event.currentTarget.value || null)}
              >
                <option value="">All</option>
                {options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </select>
            </label>
          ),
      )}
      {children}
      <output>{`${count} ${noun}`}</output>
    </div>
  );
}
