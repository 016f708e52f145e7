import { useEffect, useRef, type ReactNode } from 'react';
import { markColumn } from './columns';
import { storageName, useStoredNumber } from './storedNumber';
import { Slider } from './Slider';

export type ColumnChoiceProps = {
  /** The key under which the choice is stored, after `library.`. */
  storageKey: string;
  label: string;
  /** The names of the columns after the first. */
  columns: string[];
  /** The column that is marked in the served table, from 1. */
  initial: number;
  children?: ReactNode;
};

/** A slider that marks a column of the table in it, the same on all pages. */
export function ColumnChoice({ storageKey, label, columns, initial, children }: ColumnChoiceProps) {
  const box = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useStoredNumber(storageName(storageKey), initial);
  const shown = Math.min(Math.max(chosen, 1), columns.length);
  // The table was rendered at build and React leaves it unchanged, so its marks are set on the DOM.
  useEffect(() => {
    const table = box.current?.querySelector('table');
    if (table) markColumn(table, shown);
  }, [shown]);
  return (
    <div ref={box} className="choice">
      <Slider
        label={label}
        value={shown}
        first={1}
        last={columns.length}
        text={columns[shown - 1] ?? ''}
        onChange={choose}
      />
      {children}
    </div>
  );
}
