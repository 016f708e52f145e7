import '../claims/claims.css';
import { AbilityNotes } from '../claims/lib/AbilityNotes';
import { Effects } from '../claims/lib/Effects';
import '../entity.css';
import type { CharacterClaims, TalentData } from '../lib/types';
import { constantLines, scalingLines } from './lib/talent';
import { TalentGrowth } from './lib/TalentGrowth';
import { TalentTable } from './lib/TalentTable';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type TalentProps = {
  talents: TalentData[];
  /** `na`, `e`, `q` or `alt_sprint`. */
  kind: string;
  claims?: CharacterClaims;
};

/** What the notes of a character are about, by the kind of talent. */
const ABOUT: Record<string, string[]> = {
  na: ['normal attack', 'charged attack', 'plunging attack', 'Riptides'],
  e: ['skill'],
  q: ['burst'],
  alt_sprint: ['Illusory Torrent', 'Kamisato Art: Senho'],
};

/** A talent: what it does, its figures (those that scale as a table, the others in a line), and notes. */
export default function Talent({ talents, kind, claims }: TalentProps) {
  const effectsOf = ({ name }: TalentData) => claims?.talents.find((talent) => talent.name === name)?.effects ?? [];
  const shown = talents
    .filter((talent) => talent.kind === kind)
    .map((talent) => {
      const name = talent.variant ? `${talent.name} (${talent.variant})` : talent.name;
      const lines = scalingLines(talent.rows);
      const constants = constantLines(talent.rows);
      return (
        <section key={name} className="talent" aria-label={name}>
          <h3>{name}</h3>
          <Effects effects={effectsOf(talent)} />
          {lines.length > 0 && <TalentTable name={name} lines={lines} />}
          <TalentGrowth rows={talent.rows} />
          {constants.length > 0 && (
            <dl className="facts">
              {constants.map((line) => (
                <div key={line.name}>
                  <dt>{line.name}</dt>
                  <dd>{line.cells[0]}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      );
    });
  return (
    <>
      {shown}
      <AbilityNotes claims={claims} about={ABOUT[kind] ?? []} />
    </>
  );
}
