import '../entity.css';
import { Dated } from './lib/Dated';
import { LinkRow } from './lib/LinkRow';
import type { Entry } from '../lib/types';
import { staleSince } from './lib/vault';

export type FindingProps = {
  /** Entries are keyed by the anchor of their heading. */
  entry: Entry;
};

function hasRecord({ added, tested, updated = [], links = [], discussion }: Entry): boolean {
  return Boolean(added || tested || discussion || updated.length + links.length > 0);
}

/** When an entry was added and tested, and where the proof is. */
function Record({ entry }: FindingProps) {
  const { added, tested, updated = [], links = [], discussion } = entry;
  const since = staleSince(entry);
  return (
    <dl className="facts finding">
      {added && <Dated term="Added" date={added} />}
      {updated.map((date) => (
        <Dated key={date} term="Updated" date={date} />
      ))}
      {tested && <Dated term="Last tested" date={tested} />}
      {since && (
        <div className="finding-stale">
          <dt>Stale</dt>
          <dd>{`Not tested again since ${since.slice(0, 4)}`}</dd>
        </div>
      )}
      {links.length > 0 && <LinkRow term="Evidence" urls={links} />}
      {discussion && <LinkRow term="Discussion" urls={[discussion]} />}
    </dl>
  );
}

/** One entry of the vault: what was found, and its record. */
export default function Finding({ entry }: FindingProps) {
  return (
    <>
      {entry.finding && <p className="finding-statement">{entry.finding}</p>}
      {hasRecord(entry) ? (
        <Record entry={entry} />
      ) : (
        <p className="note">Neither date nor recording is kept for this entry.</p>
      )}
    </>
  );
}
