import { useEffect, useRef } from 'react';
import { ScrollTable } from './ScrollTable';
import { labelsOf, textOf, type Compared } from './compare';
import { focusAfterRemoval, noteRemoval } from './compareFocus';

export type ComparisonProps = { items: Compared[]; onRemove: (key: string) => void };

/** A column for each thing, a row for each property. */
export function Comparison({ items, onRemove }: ComparisonProps) {
  const box = useRef<HTMLDivElement>(null);
  const remove = (key: string, at: number) => {
    noteRemoval(at);
    onRemove(key);
  };
  // a11y: the button that was pressed is gone with its column.
  useEffect(() => {
    focusAfterRemoval(box.current?.querySelectorAll<HTMLElement>('.compare-remove') ?? []);
  }, [items]);
  return (
    <div ref={box} className="comparison">
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
