import '../entity.css';
import { Dated } from './lib/Dated';
import { datesOf } from './lib/vault';
import type { Entry } from '../lib/types';

export type VaultSummaryProps = { entries: Record<string, Entry> };

function ends(dates: (string | null)[]): [string, string] | null {
  const known = datesOf(dates);
  const [first] = known;
  return first === undefined ? null : [first, known[known.length - 1] ?? first];
}

/** How many entries a page of the vault holds, and of what time. */
export default function VaultSummary({ entries }: VaultSummaryProps) {
  const all = Object.values(entries);
  const added = ends(all.map((entry) => entry.added));
  const tested = ends(all.map((entry) => entry.tested));
  return (
    <dl className="facts">
      <div>
        <dt>Entries</dt>
        <dd>{all.length}</dd>
      </div>
      {added && <Dated term="First added" date={added[0]} />}
      {tested && <Dated term="Latest test" date={tested[1]} />}
    </dl>
  );
}
