import './entity.css';
import { formatNumber } from './lib/format';
import { ScrollTable } from './lib/ScrollTable';
import { refinementValues, substatValue } from './lib/weapon';
import type { WeaponData } from './lib/types';

export type WeaponProps = { weapon: WeaponData };

const RANKS = [1, 2, 3, 4, 5];

/** One weapon: its stats at the highest level and the figures of its refinements. */
export default function Weapon({ weapon }: WeaponProps) {
  const { name, base_atk: atk, substat, refinement } = weapon;
  return (
    <>
      <dl className="facts">
        <div><dt>Level</dt><dd>{weapon.max_level}</dd></div>
        <div><dt>Base ATK</dt><dd>{formatNumber(atk.max)}</dd></div>
        {substat && (
          <div><dt>{substat.stat.replace('%', '')}</dt><dd>{substatValue(substat.stat, substat.max)}</dd></div>
        )}
        {refinement && <div><dt>Passive</dt><dd>{refinement.name}</dd></div>}
        {refinement && refinement.fixed.length > 0 && (
          <div><dt>Also mentions</dt><dd>{refinement.fixed.join(', ')}</dd></div>
        )}
      </dl>
      {refinement && refinement.params.length > 0 && (
        <ScrollTable label={`${name} by refinement`} className="figures dense full">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {RANKS.map((rank) => <th key={rank} scope="col">{`R${rank}`}</th>)}
            </tr>
          </thead>
          <tbody>
            {refinement.params.map((param, i) => (
              <tr key={i}>
                <th scope="row">{param.near ?? 'Value'}</th>
                {refinementValues(param).map((value, at) => <td key={at}>{value}</td>)}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </>
  );
}
