import '../claims/claims.css';
import { Effects } from '../claims/lib/Effects';
import { Statements } from '../claims/lib/Statements';
import '../entity.css';
import type { CharacterClaims } from '../lib/types';
import { Rank } from './lib/Rank';

export type PassivesProps = {
  passives: { name: string; unlock_ascension: number | null }[];
  claims?: CharacterClaims;
};

/** The mark of its row: the ascension that unlocks the passive. */
function unlock(ascension: number | null): string {
  return ascension ? `A${ascension}` : 'Utility';
}

/** When a passive is active, from its ascension alone. */
function unlockText(ascension: number | null): string {
  if (ascension === null) return 'Not tied to an ascension.';
  return ascension === 0 ? 'Active from the start.' : `Unlocked by ascension ${ascension}.`;
}

/** Passive talents one below the other, the two of the ascensions first, and the notes on them. */
export default function Passives({ passives, claims }: PassivesProps) {
  return (
    <>
      <div className="ranks" data-generated="">
        {passives.map((passive, at) => (
          <Rank key={at} mark={unlock(passive.unlock_ascension)} name={passive.name}>
            <Effects effects={claims?.passives[at]?.effects ?? []} />
            <p className="note">{unlockText(passive.unlock_ascension)}</p>
          </Rank>
        ))}
      </div>
      <Statements statements={claims?.notes.passive ?? []} />
    </>
  );
}
