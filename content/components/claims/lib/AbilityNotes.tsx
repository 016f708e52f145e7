import { Statements } from './Statements';
import type { CharacterClaims } from '../../lib/types';

export type AbilityNotesProps = {
  claims?: CharacterClaims | undefined;
  /** What the notes are about, such as `skill`; each has a heading if there are several. */
  about: string[];
};

/** What is known of an ability beyond its description. */
export function AbilityNotes({ claims, about }: AbilityNotesProps) {
  const found = about.flatMap((name) => {
    const notes = claims?.notes[name] ?? [];
    return notes.length > 0 ? [{ name, notes }] : [];
  });
  return found.map(({ name, notes }) => (
    <div key={name} className="claim-notes">
      <p className="claim-term">{`Notes on the ${name}`}</p>
      <Statements statements={notes} />
    </div>
  ));
}
