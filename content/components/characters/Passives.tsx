import TabItem from '@theme/TabItem';
import Tabs from '@theme/Tabs';
import '../entity.css';

export type PassivesProps = { passives: { name: string; unlock_ascension: number | null }[] };

/** When a passive unlocks, in a word. */
function unlock(ascension: number | null): string {
  return ascension ? `A${ascension}` : 'Utility';
}

/** What is known of a passive from its place alone. */
function told(ascension: number | null): string {
  if (ascension === null) return 'Not tied to an ascension.';
  return ascension === 0 ? 'There from the start.' : `Unlocked by ascension ${ascension}.`;
}

/** Passive talents in tabs, the two of the ascensions first. */
export default function Passives({ passives }: PassivesProps) {
  const labels = passives.map(({ unlock_ascension: at }) => unlock(at));
  const value = (at: number) => `${labels[at]}${labels.indexOf(labels[at] ?? '') === at ? '' : at}`.toLowerCase();
  return (
    <div className="ranks" data-drawn="">
      <Tabs label="Passives">
        {passives.map((passive, at) => (
          <TabItem key={at} value={value(at)} label={labels[at] ?? ''}>
            <p>
              <strong>{passive.name}</strong>
            </p>
            <p className="note">{told(passive.unlock_ascension)}</p>
          </TabItem>
        ))}
      </Tabs>
    </div>
  );
}
