import type { WeaponData } from '../../lib/types';

/** The least rarity of weapons with a heading of their own; those below it share one for each rarity. */
const MIN_RARITY = 3;

/** The id of the heading under which a weapon stands on the page of its type. */
export function weaponAnchor(key: string, weapon: WeaponData): string {
  return weapon.rarity < MIN_RARITY ? `${weapon.rarity}-stars` : key;
}
