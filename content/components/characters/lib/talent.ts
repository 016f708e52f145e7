import { formatTalent } from '../../lib/format';
import type { TalentRow } from '../../lib/types';

export type TalentLine = { name: string; cells: string[] };

/** `Low/High Plunge DMG` with `114%/142%` reads better as two lines. */
function splitLine(line: TalentLine): TalentLine[] {
  const match = /^(\w+)\/(\w+) (Plunge .*)$/.exec(line.name);
  if (!match || !line.cells.every((cell) => cell.split('/').length === 2)) return [line];
  return [1, 2].map((at) => ({
    name: `${match[at]} ${match[3]}`,
    cells: line.cells.map((cell) => cell.split('/')[at - 1] ?? ''),
  }));
}

/** The lines that change with the talent's level. */
export function scalingLines(rows: TalentRow[]): TalentLine[] {
  return rows
    .filter((row) => row.values)
    .flatMap((row) => splitLine({ name: row.name, cells: (row.values ?? []).map((_, at) => formatTalent(row, at)) }));
}

/** The lines that do not. */
export function constantLines(rows: TalentRow[]): TalentLine[] {
  return rows.filter((row) => !row.values).map((row) => ({ name: row.name, cells: [formatTalent(row, 0)] }));
}
