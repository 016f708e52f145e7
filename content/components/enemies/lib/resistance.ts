import { resistanceFactor } from '../../damage/lib/damage';

export const ELEMENTS = ['Physical', 'Anemo', 'Geo', 'Electro', 'Dendro', 'Hydro', 'Pyro', 'Cryo'];

/** The factor the resistance leaves of the damage; an immune enemy takes none. */
export function damageTaken(percent: number | string): string {
  if (typeof percent === 'string') return '0';
  return resistanceFactor(percent / 100).toFixed(2);
}
