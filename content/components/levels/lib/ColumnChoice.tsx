import { useEffect, useRef, type ReactNode } from 'react';
import { markColumn } from './columns';
import { useStoredNumber } from './storedNumber';
import { Slider } from './Slider';

export type ColumnChoiceProps = {
  /** Under this name the choice is kept while browsing. */
  kept: string;
  label: string;
  /** What the columns behind the first are called. */
  columns: string[];
  /** The column that is marked in the served table, from 1. */
  initial: number;
  children?: ReactNode;
};

/** A slider that picks a column of the table in it, the same on all pages. */
export function ColumnChoice({ kept, label, columns, initial, children }: ColumnChoiceProps) {
  const box = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useStoredNumber(`library.${kept}`, initial);
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
