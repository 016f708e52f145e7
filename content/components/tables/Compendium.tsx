import '../entity.css';
import { CellTable } from './lib/CellTable';
import { cellText } from './lib/CellContent';
import { countBars } from './lib/countBars';
import { Filtered } from './lib/Filtered';
import { optionsOf } from './lib/filters';
import { below } from './lib/path';
import { columnAt } from '../lib/columns';
import type { Cell, Table } from '../lib/types';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type CompendiumProps = {
  tables: Table[];
  /** The heading whose tables are put together; they have the same columns. */
  section?: string;
  /** The name of what distinguishes the tables, such as `Element`: it becomes the second column and a filter. */
  part?: string;
  /** The plural noun of the rows: `characters`. */
  noun: string;
  /** The columns of counts, such as `2~3 (1:2)`, and of their mean: a bar is drawn before the mean. */
  counts?: string;
  mean?: string;
};

/** Tables of the same columns as one, to be filtered, sorted and shared by its address. */
export default function Compendium({ tables, section, part, noun, counts, mean }: CompendiumProps) {
  const found = tables.flatMap((table) => {
    const rest = below(table.path, section);
    return rest ? [{ ...table, name: rest.join(', ') }] : [];
  });
  const [first = '', ...others] = found[0]?.columns ?? [];
  const rows = found.flatMap(({ name, rows: own }) =>
    own.map(([head = '', ...cells]): Cell[] => [head, ...(part ? [name] : []), ...cells]),
  );
  rows.sort(
    (a, b) =>
      (part && cellText(a[0] ?? '') > cellText(b[0] ?? '') ? 1 : 0) -
      (part && cellText(a[0] ?? '') < cellText(b[0] ?? '') ? 1 : 0),
  );
  const groups = part
    ? [{ name: part.toLowerCase(), label: part, options: optionsOf(found.map(({ name }) => name)) }]
    : [];
  const columns = [first, ...(part ? [part] : []), ...others];
  return (
    <Filtered noun={noun} total={rows.length} groups={groups}>
      <CellTable
        label={section ?? noun}
        columns={columns}
        rows={rows}
        isTall
        keysOf={(row) => (part ? [cellText(row[1] ?? '')] : [])}
        {...(counts && mean && { bars: countBars(rows, columnAt(columns, counts), columnAt(columns, mean)) })}
      />
    </Filtered>
  );
}
