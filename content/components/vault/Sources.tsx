import '../entity.css';
import { LinkRow } from './lib/LinkRow';

export type SourcesProps = {
  /** Notes are keyed by the anchor of their heading, `top` for those above the first. */
  notes: { label?: string; links: string[] }[];
};

/** Recordings and sheets that belong to a section but to no dated entry. */
export default function Sources({ notes }: SourcesProps) {
  return (
    <dl className="facts finding">
      {notes.map(({ label = 'Recording', links }, i) => (
        <LinkRow key={i} term={label} urls={links} />
      ))}
    </dl>
  );
}
