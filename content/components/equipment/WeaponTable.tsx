import '../entity.css';
import { Filtered } from '../tables/lib/Filtered';
import { optionsOf } from '../tables/lib/filters';
import { weaponAnchor } from './lib/weaponAnchor';
import { statNames, WeaponRows } from './lib/WeaponRows';
import type { WeaponData } from '../lib/types';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type WeaponTableProps = { weapons: Record<string, WeaponData>; rarity: number };

/** All weapons of one rarity, each a link to its heading: base ATK and secondary stat at their first and last level. */
export default function WeaponTable({ weapons, rarity }: WeaponTableProps) {
  const rows = Object.entries(weapons)
    .filter(([, weapon]) => weapon.rarity === rarity)
    .map(([itemKey, weapon]) => ({ itemKey, href: `#${weaponAnchor(itemKey, weapon)}`, type: '', weapon }))
    .sort((a, b) => (a.weapon.name < b.weapon.name ? -1 : 1));
  const groups = [
    { name: 'type', label: 'Type', options: [] },
    { name: 'rarity', label: 'Rarity', options: [] },
    { name: 'stat', label: 'Secondary stat', options: optionsOf(statNames(rows)) },
  ];
  return (
    <Filtered noun={`${rarity}-star weapons`} total={rows.length} groups={groups} isComparable>
      <WeaponRows label={`${rarity}-star weapons`} rows={rows} isMixed={false} />
    </Filtered>
  );
}
