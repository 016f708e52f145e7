/** The Energy of a Particle by the character's place and the Particle's Element, from the table of the page on Energy. */
import { columnAt } from '../../lib/columns';
import type { Cell, ClaimData } from '../../lib/types';

/** In the order of a row's values. */
export const KINDS = ['Same Element', 'Clear', 'Different Element'];

export type EnergyRow = { place: string; values: number[] };

/** One row for each place in the party; the table has one for each kind of Element. */
export function energyRows({ tables = [] }: ClaimData): EnergyRow[] {
  const [table] = tables;
  if (!table) throw new Error('the entry has no table of the Energy of each Particle; name one that has');
  const { columns, rows } = table;
  const [own, clear] = [columnAt(columns, 'Elemental Particle'), columnAt(columns, 'Clear Particle')];
  const same = rows.filter((row) => row[2] === KINDS[0]);
  if (same.length === 0) throw new Error(`no row of the table has \`${KINDS[0]}\` in its third column`);
  return same.map((row) => {
    const other = rows.find(([field, party, kind]) => field === row[0] && party === row[1] && kind === KINDS[2]);
    const members = Number.parseInt(String(row[1]), 10);
    const place = Number.isNaN(members) ? String(row[0]) : `${row[0]}, party of ${members}`;
    return { place, values: [row[own], row[clear], other?.[own]].map((cell, at) => numberIn(cell, place, KINDS[at])) };
  });
}

function numberIn(cell: Cell | undefined, place: string, kind = ''): number {
  const value = typeof cell === 'number' || typeof cell === 'string' ? Number(cell) : NaN;
  if (!Number.isFinite(value))
    throw new Error(`\`${place}\`, \`${kind}\`: \`${cell ?? ''}\` is not a number of Energy`);
  return value;
}
