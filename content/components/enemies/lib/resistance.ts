export const ELEMENTS = ['Physical', 'Anemo', 'Geo', 'Electro', 'Dendro', 'Hydro', 'Pyro', 'Cryo'];

/** The factor the resistance leaves of the damage; an immune enemy takes none. */
export function damageTaken(percent: number | string): string {
  if (typeof percent === 'string') return '0';
  const resistance = percent / 100;
  if (resistance < 0) return (1 - resistance / 2).toFixed(2);
  return (resistance < 0.75 ? 1 - resistance : 1 / (4 * resistance + 1)).toFixed(2);
}
