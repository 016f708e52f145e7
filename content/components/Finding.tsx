import './entity.css';
import { Dated } from './lib/Dated';
import { LinkRow } from './lib/LinkRow';
import type { Entry } from './lib/types';

export type FindingProps = {
  entries: Record<string, Entry>;
  /** The anchor of the heading above it. */
  topic: string;
};

/** The record of one entry of the vault: when it was added and tested, and where the proof is. */
export default function Finding({ entries, topic }: FindingProps) {
  const entry = entries[topic];
  if (!entry) throw new Error(`no entry ${topic} in the data`);
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
