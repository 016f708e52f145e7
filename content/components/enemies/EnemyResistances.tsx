import '../entity.css';
import ElementName from '../inline/ElementName';
import { formatNumber } from '../lib/format';
import { damageTaken, ELEMENTS } from './lib/resistance';
import { ResistanceBar } from './lib/ResistanceBar';
import { ScrollTable } from '../tables/lib/ScrollTable';
import type { Resistance } from '../lib/types';

export type EnemyResistancesProps = { resistances: Resistance[] };

/** Base resistances, drawn from −50% to 100%, and the share of damage they let through. */
export default function EnemyResistances({ resistances }: EnemyResistancesProps) {
  return resistances.map(({ percent }, i) => (
    <div key={i}>
      <ScrollTable label="Base resistances" className="resistances">
        <thead>
          <tr>
            <th scope="col">Element</th>
            <th scope="col" className="al-end">
              RES
            </th>
            <td className="bar-cell" aria-hidden="true">
              <span className="axis">
                <span>−50%</span>
                <span>0</span>
                <span>100%</span>
              </span>
            </td>
            <th scope="col" className="al-end">
              DMG taken
            </th>
          </tr>
        </thead>
        <tbody>
          {ELEMENTS.map((element) => {
            const value = percent[element.toLowerCase()] ?? 0;
            return (
              <tr key={element} data-element={element.toLowerCase()}>
                <th scope="row">
                  <ElementName name={element} />
                </th>
                <td className="al-end">{typeof value === 'number' ? `${formatNumber(value)}%` : value}</td>
                <td className="bar-cell">
                  <ResistanceBar value={value} />
                </td>
                <td className="al-end">{`×${damageTaken(value)}`}</td>
              </tr>
            );
          })}
        </tbody>
      </ScrollTable>
    </div>
  ));
}
