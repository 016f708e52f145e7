import { ScrollTable } from './ScrollTable';
import type { Compared } from './compare';

export type ComparisonProps = { items: Compared[]; onRemove: (key: string) => void };

/** Things side by side: a column for each, a row for each property. */
export function Comparison({ items, onRemove }: ComparisonProps) {
  const labels = items[0]?.properties.map(({ label }) => label) ?? [];
  return (
    <div className="comparison">
      <ScrollTable label="Comparison" caption="Comparison" className="pin full">
        <thead>
          <tr>
            <td />
            {items.map(({ key, name, href }) => (
              <th key={key} scope="col">
                <a href={href}>{name}</a>
                <button type="button" className="compare-remove" onClick={() => onRemove(key)}>
                  <span aria-hidden="true">×</span>
                  <span className="visually-hidden">{`Remove ${name}`}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {items.map(({ key, properties }) => (
                <td key={key}>{properties[at]?.value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </div>
  );
}
