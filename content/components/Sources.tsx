import './entity.css';
import { LinkRow } from './lib/LinkRow';

export type SourcesProps = {
  notes: Record<string, { label?: string; links: string[] }[]>;
  /** The anchor of the heading above it; `top` for those above the first. */
  section: string;
};

/** Recordings and sheets that belong to a section but to no dated entry. */
export default function Sources({ notes, section }: SourcesProps) {
  return (
    <dl className="facts finding">
      {(notes[section] ?? []).map(({ label = 'Recording', links }, i) => (
        <LinkRow key={i} term={label} urls={links} />
      ))}
    </dl>
  );
}
