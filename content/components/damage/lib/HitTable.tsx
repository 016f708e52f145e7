import { formatRounded } from '../../lib/arithmetic';
import { damageOf, factorsOf, type Crit, type Hit } from './hit';
import { CRITS } from './hitState';
import { gainText } from './setUps';
import { ScrollTable } from '../../tables/lib/ScrollTable';

export type HitTableProps = {
  hit: Hit;
  crit: Crit;
  /** The damage of the set-up that this hit is compared with. */
  against?: number;
};

/** The damage, and the factors that lead to it. */
export function HitTable({ hit, crit, against }: HitTableProps) {
  const lines = factorsOf(hit, crit);
  const damage = lines.at(-1)?.product ?? 0;
  return (
    <>
      <output className="tool-result">
        <span>Damage</span>
        <strong>{formatRounded(damage, 0)}</strong>
        {against !== undefined && <b>{`${gainText(damage, against)} against A, ${formatRounded(against, 0)}`}</b>}
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
