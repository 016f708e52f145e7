import './entity.css';
import { formatNumber } from './lib/format';
import { ScrollTable } from './lib/ScrollTable';
import { substatValue } from './lib/weapon';
import type { WeaponData } from './lib/types';

export type WeaponTableProps = { weapons: Record<string, WeaponData>; rarity: number };

const HEADS = ['Base ATK, level 1', 'Base ATK, highest level', 'Secondary stat', 'Level 1', 'Highest level'];

/** All weapons of one rarity: base ATK and secondary stat at their first and last level. */
export default function WeaponTable({ weapons, rarity }: WeaponTableProps) {
  return (
    <ScrollTable label={`${rarity}-star weapons`} className="pin full">
      <thead>
        <tr>
          <th scope="col">Weapon</th>
          {HEADS.map((head, at) => (
            <th key={head} scope="col" className={at === 2 ? undefined : 'al-end'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.values(weapons)
          .filter((weapon) => weapon.rarity === rarity)
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map(({ name, base_atk: atk, substat }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="al-end">{formatNumber(atk.init)}</td>
              <td className="al-end">{formatNumber(atk.max)}</td>
              <td>{substat ? substat.stat.replace('%', '') : '–'}</td>
              <td className="al-end">{substat ? substatValue(substat.stat, substat.init) : '–'}</td>
              <td className="al-end">{substat ? substatValue(substat.stat, substat.max) : '–'}</td>
            </tr>
          ))}
      </tbody>
    </ScrollTable>
  );
}
