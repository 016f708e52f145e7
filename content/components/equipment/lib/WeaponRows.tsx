import { filterKeys } from '../../tables/lib/filters';
import { formatNumber } from '../../lib/format';
import { ScrollTable } from '../../tables/lib/ScrollTable';
import type { WeaponData } from '../../lib/types';
import { substatValue } from './weapon';
import { WeaponIcon } from '../../lib/weaponIcons';

/** A weapon with its key in the data and the address of its heading. */
export type LinkedWeapon = { itemKey: string; href: string; type: string; weapon: WeaponData };

/** The heads behind the weapon's name; of the figures only the outermost levels are listed. */
const HEADS = ['ATK, level 1', 'ATK, highest', 'Secondary stat', 'Stat, level 1', 'Stat, highest'];
const WORDS = 2;

export type WeaponRowsProps = { label: string; rows: LinkedWeapon[]; isMixed: boolean };

/** Weapons by name with base ATK and secondary stat; mixed lists name type and rarity, too. */
export function WeaponRows({ label, rows, isMixed }: WeaponRowsProps) {
  return (
    <ScrollTable label={label} className="pin full" isTall={isMixed || rows.length > 8}>
      <thead>
        <tr>
          <th scope="col">Weapon</th>
          {isMixed && <th scope="col">Type</th>}
          {isMixed && <th scope="col">Rarity</th>}
          {HEADS.map((head, at) => (
            <th key={head} scope="col" className={at === WORDS ? undefined : 'al-end'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <WeaponRow key={row.itemKey} row={row} isMixed={isMixed} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function WeaponRow({ row: { itemKey, href, type, weapon }, isMixed }: { row: LinkedWeapon; isMixed: boolean }) {
  const { name, rarity, base_atk: atk, substat } = weapon;
  const stat = substat ? substat.stat.replace('%', '') : '\u2013';
  const end = (value: number | undefined) =>
    substat && value !== undefined ? substatValue(substat.stat, value) : '\u2013';
  return (
    <tr
      {...filterKeys([type, rarity, substat ? stat : undefined])}
      data-item={href.endsWith(`#${itemKey}`) ? undefined : itemKey}
    >
      <th scope="row">
        <a href={href}>{name}</a>
      </th>
      {isMixed && (
        <td className="with-icon">
          <WeaponIcon type={type} />
          {type}
        </td>
      )}
      {isMixed && <td>{`${rarity}★`}</td>}
      <td className="al-end">{formatNumber(atk.init)}</td>
      <td className="al-end">{formatNumber(atk.max)}</td>
      <td>{stat}</td>
      <td className="al-end">{end(substat?.init)}</td>
      <td className="al-end">{end(substat?.max)}</td>
    </tr>
  );
}

/** The secondary stats of weapons, for filters. */
export function statNames(rows: LinkedWeapon[]): (string | undefined)[] {
  return rows.map(({ weapon }) => weapon.substat?.stat.replace('%', ''));
}
