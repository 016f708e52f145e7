import { formatResult } from '../../lib/number';
import { Result } from './Result';
import { damageOf, factorsOf, type Crit, type Hit } from './hit';
import { CRITS } from './hitState';
import { gainText } from './setUps';
import { ScrollTable } from '../../tables/lib/ScrollTable';

export type HitTableProps = {
  hit: Hit;
  crit: Crit;
  /** The labels of fields that are not valid. */
  invalid: string[];
  /** The damage of the set-up that this hit is compared with. */
  against?: number;
};

/** The damage, and the factors that lead to it. */
export function HitTable({ hit, crit, invalid, against }: HitTableProps) {
  const lines = factorsOf(hit, crit);
  const ofCrit = (which: Crit) => (invalid.length > 0 ? NaN : damageOf(hit, which));
  const damage = ofCrit(crit);
  return (
    <>
      <output className="tool-result">
        <Result label="Damage" value={damage} invalid={invalid} />
        {against !== undefined && <b>{`${gainText(damage, against)} against A, ${formatResult(against, 0)}`}</b>}
        {CRITS.filter(({ value }) => value !== crit).map(({ value, label }) => (
          <small key={value}>{`${label}: ${formatResult(ofCrit(value), 0)}`}</small>
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
              <td className="al-end">{isFactor ? `× ${formatResult(value, 4)}` : ''}</td>
              <td className="al-end">{formatResult(product, 1)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  );
}
