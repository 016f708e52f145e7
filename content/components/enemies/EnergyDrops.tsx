import '../entity.css';
import { CellTable } from '../tables/lib/CellTable';
import type { DropTable } from '../lib/types';

export type EnergyDropsProps = {
  drops: DropTable[];
  /** One variant of the enemy, as the data's path names it. */
  variant?: string;
};

/** Particles and orbs by the HP at which they drop. */
export default function EnergyDrops({ drops, variant }: EnergyDropsProps) {
  const shown = variant === undefined ? drops : drops.filter((table) => table.path.includes(variant));
  return shown.map((table, i) => (
    <CellTable
      key={i}
      label={variant ? `Energy drops: ${variant}` : 'Energy drops'}
      columns={['At', 'Drop', 'Element']}
      rows={table.drops.map((drop) => [drop.at, drop.drop, drop.element])}
    />
  ));
}
