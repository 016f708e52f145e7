import '../entity.css';
import { Dated } from './lib/Dated';
import { datesOf, staleSince, YEARS_UNTIL_STALE } from './lib/vault';
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
  const stale = all.filter((entry) => staleSince(entry) !== null).length;
  return (
    <dl className="facts">
      <div>
        <dt>Entries</dt>
        <dd>{all.length}</dd>
      </div>
      {added && <Dated term="First added" date={added[0]} />}
      {tested && <Dated term="Latest test" date={tested[1]} />}
      {stale > 0 && (
        <div>
          <dt>Stale</dt>
          <dd>{`${stale}, not tested again in the ${YEARS_UNTIL_STALE} years before the newest test of the vault`}</dd>
        </div>
      )}
    </dl>
  );
}
