import '../claims/claims.css';
import { Effects } from '../claims/lib/Effects';
import { Statements } from '../claims/lib/Statements';
import '../entity.css';
import type { CharacterClaims } from '../lib/types';
import { Rank } from './lib/Rank';

export type ConstellationsProps = {
  constellations: { level: number; name: string }[];
  claims?: CharacterClaims;
};

/** The constellations that raise a talent, with every character. */
const RAISING = [3, 5];

/** The six constellations, one below the other: what each does, and the notes on it. */
export default function Constellations({ constellations, claims }: ConstellationsProps) {
  return (
    <div className="ranks" data-generated="">
      {constellations.map(({ level, name }, at) => (
        <Rank key={level} mark={`C${level}`} name={name}>
          <Effects effects={claims?.constellations[at]?.effects ?? []} />
          {RAISING.includes(level) && (
            <p className="note">The columns of the talent beyond level 10 are reached this way.</p>
          )}
          <Statements statements={claims?.notes[`constellation ${level}`] ?? []} />
        </Rank>
      ))}
    </div>
  );
}
