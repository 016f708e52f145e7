import '../entity.css';
import { formatNumber } from '../lib/format';
import { HpChart } from './lib/HpChart';
import { ScrollTable } from '../tables/lib/ScrollTable';
import type { HpTable } from '../lib/types';

export type EnemyHpProps = { hp: HpTable[] };

/** HP by level in the open world with one player: a curve, and the figures beside it. */
export default function EnemyHp({ hp }: EnemyHpProps) {
  return hp.map(({ levels }, i) => (
    <div key={i} className="hp">
      {levels.length > 2 && <HpChart levels={levels} />}
      <ScrollTable label="HP by level" className="dense figures full">
        <thead>
          <tr>
            <th scope="col">Level</th>
            <th scope="col">HP</th>
          </tr>
        </thead>
        <tbody>
          {levels.map(([level, value]) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              <td>{formatNumber(value)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </div>
  ));
}
