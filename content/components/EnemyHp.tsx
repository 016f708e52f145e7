import './entity.css';
import { formatNumber } from './lib/format';
import { ScrollTable } from './lib/ScrollTable';
import type { HpTable } from './lib/types';

export type EnemyHpProps = { hp: HpTable[] };

/** HP by level in the open world with one player. */
export default function EnemyHp({ hp }: EnemyHpProps) {
  return hp.map(({ levels }, i) => (
    <ScrollTable key={i} label="HP by level" className="dense hp">
      <thead>
        <tr>
          <th scope="col">Level</th>
          <th scope="col" className="al-end">HP</th>
        </tr>
      </thead>
      <tbody>
        {levels.map(([level, value]) => (
          <tr key={level}>
            <th scope="row">{level}</th>
            <td className="al-end">{formatNumber(value)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  ));
}
