import '../entity.css';
import { CellTable } from './lib/CellTable';
import { below } from './lib/path';
import type { Table } from '../lib/types';

export type DataTablesProps = {
  tables: Table[];
  /** The heading the tables belong to, or a path such as `Attacks / Skill`. */
  section?: string;
  /** Picks one of the section's tables, from 1. */
  nth?: number;
  /** For a table that has no caption of its own. */
  caption?: string;
};

/** The tables that the data keeps for a section of the page, in their order. */
export default function DataTables({ tables, section, nth, caption }: DataTablesProps) {
  const found = tables.flatMap((table) => {
    const rest = below(table.path, section);
    return rest ? [{ table, caption: rest.join(', ') || caption }] : [];
  });
  const shown = nth === undefined ? found : found.slice(nth - 1, nth);
  return shown.map(({ table, caption: title }, i) => (
    <CellTable
      key={i}
      label={title ?? section?.split(' / ').pop() ?? 'Table'}
      caption={title}
      columns={table.columns.map(columnName)}
      rows={table.rows}
    />
  ));
}

/** `Talent 9%` is the data's short form: the cells have the percentages, the number is a level. */
function columnName(column: string): string {
  return column.replace(/\bTalent (\d+)%/, 'Talent level $1');
}
