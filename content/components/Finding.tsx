import './entity.css';
import { Dated } from './lib/Dated';
import { LinkRow } from './lib/LinkRow';
import type { Entry } from './lib/types';

export type FindingProps = {
  /** Entries are keyed by the anchor of their heading. */
  entry: Entry;
};

/** The record of one entry of the vault: when it was added and tested, and where the proof is. */
export default function Finding({ entry }: FindingProps) {
  const { added, tested, updated = [], links = [], discussion } = entry;
  if (!added && !tested && updated.length + links.length === 0 && !discussion) {
    return <p className="note">Neither date nor recording is kept for this entry.</p>;
  }
  return (
    <dl className="facts finding">
      {added && <Dated term="Added" date={added} />}
      {updated.map((date) => (
        <Dated key={date} term="Updated" date={date} />
      ))}
      {tested && <Dated term="Last tested" date={tested} />}
      {links.length > 0 && <LinkRow term="Evidence" urls={links} />}
      {discussion && <LinkRow term="Discussion" urls={[discussion]} />}
    </dl>
  );
}
