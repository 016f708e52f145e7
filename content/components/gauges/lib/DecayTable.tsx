import { formatRounded } from '../../lib/arithmetic';
import { decayRows } from './decayState';
import { ScrollTable } from '../../tables/lib/ScrollTable';

export type DecayTableProps = { units: number; element: string };

/** The figures behind the plot. */
export function DecayTable({ units, element }: DecayTableProps) {
  return (
    <details>
      <summary>The figures of the plot</summary>
      <ScrollTable label="Aura by time" className="figures dense">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">{`${element} left`}</th>
          </tr>
        </thead>
        <tbody>
          {decayRows(units).map(([time, amount]) => (
            <tr key={time}>
              <th scope="row">{`${formatRounded(time)}s`}</th>
              <td>{`${formatRounded(amount, 3)}U`}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </details>
  );
}
