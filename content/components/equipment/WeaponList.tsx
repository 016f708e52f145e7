import '../entity.css';
import { Filtered } from '../tables/lib/Filtered';
import { optionsOf } from '../tables/lib/filters';
import { weaponAnchor } from './lib/weaponAnchor';
import { statNames, WeaponRows } from './lib/WeaponRows';
import type { WeaponData } from '../lib/types';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

type WeaponFile = { type: string; route: string; weapons: Record<string, WeaponData> };

export type WeaponListProps = {
  /** The weapons' facts: a file for each type. */
  files: WeaponFile[];
};

/** All weapons in one table, to be found by type, rarity, secondary stat and name. */
export default function WeaponList({ files }: WeaponListProps) {
  const rows = files
    .flatMap(({ type, route, weapons }) =>
      Object.entries(weapons).map(([itemKey, weapon]) => ({
        itemKey,
        href: `${route}#${weaponAnchor(itemKey, weapon)}`,
        type,
        weapon,
      })),
    )
    .sort((a, b) => b.weapon.rarity - a.weapon.rarity || (a.weapon.name < b.weapon.name ? -1 : 1));
  const groups = [
    { name: 'type', label: 'Type', options: optionsOf(rows.map(({ type }) => type)) },
    { name: 'rarity', label: 'Rarity', options: optionsOf(rows.map(({ weapon }) => String(weapon.rarity))) },
    { name: 'stat', label: 'Secondary stat', options: optionsOf(statNames(rows)) },
  ];
  return (
    <Filtered noun="weapons" total={rows.length} groups={groups} isComparable>
      <WeaponRows label="All weapons" rows={rows} isMixed />
    </Filtered>
  );
}
