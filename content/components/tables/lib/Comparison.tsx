import { useEffect, useLayoutEffect, useRef } from 'react';
import { ScrollTable } from './ScrollTable';
import { labelsOf, textOf, type Compared, type Property } from './compare';
import { focusAfterRemoval, hasChosen, noteRemoval, showBox } from './compareFocus';
import { keepRow, releaseRow } from './steadyRow';
import { useTextFile } from './useTextFile';

export type ComparisonProps = {
  items: Compared[];
  /** Whether the address opened the comparison, and not the reader's choices. */
  isArrival: boolean;
  onRemove: (key: string) => void;
};

/** A column for each thing, a row for each property, and what passives and sets do. */
export function Comparison({ items: listed, isArrival, onRemove }: ComparisonProps) {
  const box = useRef<HTMLDivElement>(null);
  const hasEffects = listed.some(({ href }) => new URL(href, window.location.href).pathname.includes('/equipment/'));
  const effects = useTextFile<Property[]>(hasEffects ? 'effects' : null);
  const items = listed.map((item) => ({ ...item, properties: [...item.properties, ...(effects?.[item.key] ?? [])] }));
  // The page was opened for the comparison. A position that the browser restored stays. A list can be hydrated after the reader has
  // ticked a box of another one.
  useEffect(() => {
    const { location, scrollY } = window;
    if (isArrival && !hasChosen() && location.hash === '' && scrollY === 0)
      box.current?.scrollIntoView({ behavior: 'instant' });
  }, [isArrival]);
  // What passives do is loaded after the table, and makes it higher.
  useLayoutEffect(keepRow);
  const remove = (key: string, at: number) => {
    releaseRow();
    noteRemoval(at);
    onRemove(key);
  };
  // a11y: the button that was pressed is gone with its column.
  useEffect(() => {
    focusAfterRemoval(box.current?.querySelectorAll<HTMLElement>('.compare-remove') ?? []);
  }, [listed]);
  return (
    <div ref={box} className="comparison">
      <button type="button" className="compare-button compare-back" onClick={showBox}>
        Back to the list
      </button>
      <ScrollTable label="Comparison" caption="Comparison" className="pin full">
        <thead>
          <tr>
            <td />
            {items.map(({ key, name, href }, at) => (
              <th key={key} scope="col">
                <a href={href}>{name}</a>
                <button type="button" className="compare-remove" onClick={() => remove(key, at)}>
                  <span aria-hidden="true">×</span>
                  <span className="visually-hidden">{`Remove ${name}`}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labelsOf(items).map((label) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {items.map((item) => (
                <td key={item.key}>{textOf(item, label)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </div>
  );
}
