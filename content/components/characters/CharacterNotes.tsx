import '../claims/claims.css';
import { Statements } from '../claims/lib/Statements';
import type { CharacterClaims } from '../lib/types';

export type CharacterNotesProps = {
  claims: CharacterClaims;
  /** `general`, `Base Stats` or `passive`. */
  about: string;
};

/** What is known of a character that belongs to no single talent. */
export default function CharacterNotes({ claims, about }: CharacterNotesProps) {
  return <Statements statements={claims.notes[about] ?? []} />;
}
