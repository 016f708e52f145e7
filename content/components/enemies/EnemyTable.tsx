import '../entity.css';
import { COMPARED_LEVEL, comparedRows, type Compared } from './lib/comparison';
import { Filtered } from '../tables/lib/Filtered';
import { filterKeys, optionsOf } from '../tables/lib/filters';
import { formatNumber } from '../lib/format';
import { Icon } from '../lib/icons';
import { ELEMENTS } from './lib/resistance';
import { ScrollTable } from '../tables/lib/ScrollTable';
import type { Enemy } from '../lib/types';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type EnemyTableProps = {
  /** The folder of the enemies' facts. */
  enemies: Record<string, Enemy>;
};

/** Resistances, HP and weak points of many enemies side by side. */
export default function EnemyTable({ enemies }: EnemyTableProps) {
  const rows = comparedRows(Object.values(enemies));
  if (rows.length < 2) return null;
  const groups = [{ name: 'kind', label: 'Kind', options: optionsOf(rows.map(({ category }) => category)) }];
  return (
    <Filtered noun="enemies" total={rows.length} groups={groups} isComparable>
      <ScrollTable
        label="Enemies compared"
        caption="Base resistances in percent"
        className="figures pin dense full compared"
        isTall={rows.length > 8}
      >
        <thead>
          <tr>
            <th scope="col">Enemy</th>
            {ELEMENTS.map((element) => (
              <th key={element} scope="col" data-element={element.toLowerCase()}>
                <Icon name={element.toLowerCase()} />
                <span className="visually-hidden">{element}</span>
              </th>
            ))}
            <th scope="col">{`HP at level ${COMPARED_LEVEL}`}</th>
            <th scope="col" className="al-start">
              Weak point
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Row key={at} row={row} />
          ))}
        </tbody>
      </ScrollTable>
    </Filtered>
  );
}

function Row({ row: { route, name, variant, category, percent, hp, weakspots } }: { row: Compared }) {
  return (
    <tr {...filterKeys([category])}>
      <th scope="row">
        <a href={route}>{name}</a>
        {variant && `, ${variant}`}
      </th>
      {ELEMENTS.map((element) => (
        <ResistanceCell key={element} element={element.toLowerCase()} value={percent[element.toLowerCase()]} />
      ))}
      <td>{hp === null ? '\u2013' : formatNumber(hp)}</td>
      <td className="al-start">{weakspots || '\u2013'}</td>
    </tr>
  );
}

/** Colour marks what differs from the usual ten percent; the figure says it in any case. */
function ResistanceCell({ element, value }: { element: string; value: number | string | undefined }) {
  if (value === undefined) return <td>–</td>;
  const mark = value === 10 ? undefined : typeof value === 'number' && value < 10 ? 'low' : 'high';
  return (
    <td data-element={mark && element} data-mark={mark}>
      {typeof value === 'number' ? formatNumber(value) : value}
    </td>
  );
}
