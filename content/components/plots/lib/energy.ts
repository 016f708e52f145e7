/** The Energy of a Particle by the character's place and the Particle's Element, from the table of the page on Energy. */
import type { ClaimData } from '../../lib/types';

/** In the order of a row's values. */
export const KINDS = ['Same Element', 'Clear', 'Different Element'];

export type EnergyRow = { place: string; values: number[] };

/** One row for each place in the party; the table has one for each kind of Element. */
export function energyRows({ tables = [] }: ClaimData): EnergyRow[] {
  const [table] = tables;
  const own = table?.columns.indexOf('Elemental Particle') ?? -1;
  const clear = table?.columns.indexOf('Clear Particle') ?? -1;
  const rows = table?.rows ?? [];
  const same = rows.filter((row) => row[2] === KINDS[0]);
  return same.map((row) => {
    const other = rows.find(([field, party, kind]) => field === row[0] && party === row[1] && kind === KINDS[2]);
    const members = Number.parseInt(String(row[1]), 10);
    return {
      place: Number.isNaN(members) ? String(row[0]) : `${row[0]}, party of ${members}`,
      values: [row[own], row[clear], other?.[own]].map(Number),
    };
  });
}
