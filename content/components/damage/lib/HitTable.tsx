import { formatRounded } from '../../lib/arithmetic';
import { damageOf, factorsOf, type Crit, type Hit } from './hit';
import { CRITS } from './hitState';
import { ScrollTable } from '../../tables/lib/ScrollTable';

export type HitTableProps = { hit: Hit; crit: Crit };

/** The damage, and the factors that lead to it. */
export function HitTable({ hit, crit }: HitTableProps) {
  const lines = factorsOf(hit, crit);
  return (
    <>
      <output className="tool-result">
        <span>Damage</span>
        <strong>{formatRounded(lines.at(-1)?.product ?? 0, 0)}</strong>
        {CRITS.filter(({ value }) => value !== crit).map(({ value, label }) => (
          <small key={value}>{`${label}: ${formatRounded(damageOf(hit, value), 0)}`}</small>
        ))}
      </output>
      <ScrollTable label="Factors of the hit" className="full factors">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">From</th>
            <th scope="col" className="al-end">
              Factor
            </th>
            <th scope="col" className="al-end">
              Result
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, working, value, isFactor, product }) => (
            <tr key={name} className={isFactor && value === 1 ? 'factor-idle' : undefined}>
              <th scope="row">{name}</th>
              <td>{working}</td>
              <td className="al-end">{isFactor ? `× ${formatRounded(value, 4)}` : ''}</td>
              <td className="al-end">{formatRounded(product, 1)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  );
}
