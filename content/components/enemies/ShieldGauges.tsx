import '../entity.css';
import ElementName from '../inline/ElementName';
import { ELEMENTS } from './lib/resistance';
import { ScrollTable } from '../tables/lib/ScrollTable';
import type { Shield } from '../lib/types';

export type ShieldGaugesProps = {
  shields: Shield[];
  /** The last or first part of the data's path, e.g. `Cryo`. */
  of?: string;
};

/** Gauge units of each element that break the shield. */
export default function ShieldGauges({ shields, of }: ShieldGaugesProps) {
  const shown = shields.filter(({ path }) => of === undefined || path[0] === of || path[path.length - 1] === of);
  return shown.map((shield, i) => (
    <ScrollTable key={i} label={`Gauge to break the shield${of ? `: ${of}` : ''}`} className="gauges">
      <thead>
        <tr>
          <th scope="col">Element</th>
          <th scope="col" className="al-end">
            Gauge required
          </th>
        </tr>
      </thead>
      <tbody>
        {ELEMENTS.map((element) => {
          const gauge = shield.gauge_required[element.toLowerCase()];
          if (gauge === undefined) return null;
          return (
            <tr key={element}>
              <th scope="row">
                <ElementName name={element} />
              </th>
              <td className="al-end">{gauge.toLowerCase().replace('gu', ' GU')}</td>
            </tr>
          );
        })}
      </tbody>
    </ScrollTable>
  ));
}
