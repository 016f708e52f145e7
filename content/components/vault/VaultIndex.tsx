import '../entity.css';
import { Filtered } from '../tables/lib/Filtered';
import { filterKeys, optionsOf } from '../tables/lib/filters';
import { formatDate } from '../lib/format';
import { ScrollTable } from '../tables/lib/ScrollTable';
import type { VaultFile } from '../lib/types';
import { staleSince } from './lib/vault';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type VaultIndexProps = {
  /** A folder of the vault's facts. */
  files: Record<string, VaultFile>;
};

type Counted = VaultFile & { category: string; count: number; stale: number; newest: string };

/** `pyro/amber` stands in `Pyro`; what lies in no folder has no category. */
function categoryOf(path: string): string {
  const folder = path.split('/').slice(0, -1).join(' / ').replaceAll('-', ' ');
  return folder.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function counted([path, file]: [string, VaultFile]): Counted {
  const entries = Object.values(file.entries);
  const dates = entries
    .flatMap(({ added, tested, updated = [] }) => [added, tested, ...updated])
    .filter((date) => date !== null);
  return {
    ...file,
    category: categoryOf(path),
    count: entries.length,
    stale: entries.filter((entry) => staleSince(entry) !== null).length,
    newest: dates.sort().pop() ?? '',
  };
}

/** Every page of a part of the vault: how many entries, how many of them stale, and the newest date. */
export default function VaultIndex({ files }: VaultIndexProps) {
  const rows = Object.entries(files)
    .map(counted)
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const groups = [
    { name: 'category', label: 'Category', options: optionsOf(rows.map(({ category }) => category)) },
    { name: 'state', label: 'State', options: optionsOf(rows.map(stateOf)) },
  ];
  return (
    <Filtered noun={`pages, ${total} entries in all`} total={rows.length} groups={groups} texts="evidence">
      <ScrollTable label="Pages of the vault" className="figures pin dense full" isTall={rows.length > 16}>
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">Entries</th>
            <th scope="col">Stale</th>
            <th scope="col">Newest date</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.route} {...filterKeys([row.category, stateOf(row)])}>
              <th scope="row">
                <a href={row.route}>{row.title}</a>
              </th>
              <td>{row.count}</td>
              <td className={row.stale > 0 ? 'stale' : undefined}>{row.stale || '\u2013'}</td>
              <td data-order={row.newest}>
                {row.newest ? <time dateTime={row.newest}>{formatDate(row.newest)}</time> : '\u2013'}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Filtered>
  );
}

function stateOf({ count, stale }: Counted): string {
  if (count === 0) return 'No entries';
  return stale > 0 ? 'Has stale entries' : 'Fresh';
}
