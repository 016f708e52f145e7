import './entity.css';

export type PassivesProps = { passives: { name: string; unlock_ascension: number | null }[] };

/** When a passive unlocks, in a word. */
function unlock(ascension: number | null): string {
  return ascension ? `A${ascension}` : 'Utility';
}

/** Passive talents by name, the two of the ascensions first. */
export default function Passives({ passives }: PassivesProps) {
  return (
    <ol className="ranks" role="list">
      {passives.map((passive) => (
        <li key={passive.name}>
          <b>{unlock(passive.unlock_ascension)}</b>
          <strong>{passive.name}</strong>
        </li>
      ))}
    </ol>
  );
}
