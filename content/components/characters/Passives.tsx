import TabItem from '@theme/TabItem';
import Tabs from '@theme/Tabs';
import '../claims/claims.css';
import { Effects } from '../claims/lib/Effects';
import { Statements } from '../claims/lib/Statements';
import '../entity.css';
import type { CharacterClaims } from '../lib/types';

export type PassivesProps = {
  passives: { name: string; unlock_ascension: number | null }[];
  claims?: CharacterClaims;
};

/** The tab's label: the ascension that unlocks the passive. */
function unlock(ascension: number | null): string {
  return ascension ? `A${ascension}` : 'Utility';
}

/** When a passive is active, from its ascension alone. */
function unlockText(ascension: number | null): string {
  if (ascension === null) return 'Not tied to an ascension.';
  return ascension === 0 ? 'Active from the start.' : `Unlocked by ascension ${ascension}.`;
}

/** Passive talents in tabs, the two of the ascensions first, and the notes on them. */
export default function Passives({ passives, claims }: PassivesProps) {
  const labels = passives.map(({ unlock_ascension: at }) => unlock(at));
  const value = (at: number) => `${labels[at]}${labels.indexOf(labels[at] ?? '') === at ? '' : at}`.toLowerCase();
  return (
    <>
      <div className="ranks" data-generated="">
        <Tabs label="Passives">
          {passives.map((passive, at) => (
            <TabItem key={at} value={value(at)} label={labels[at] ?? ''}>
              <p>
                <strong>{passive.name}</strong>
              </p>
              <Effects effects={claims?.passives[at]?.effects ?? []} />
              <p className="note">{unlockText(passive.unlock_ascension)}</p>
            </TabItem>
          ))}
        </Tabs>
      </div>
      <Statements statements={claims?.notes.passive ?? []} />
    </>
  );
}
