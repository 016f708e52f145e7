import '../claims/claims.css';
import { Statements } from '../claims/lib/Statements';
import '../entity.css';
import type { ArtifactSetData, SetEffect } from '../lib/types';
import { statText } from './lib/artifact';

export type ArtifactSetProps = { set: ArtifactSetData; effects?: SetEffect };

/** What a set's bonuses do, one row per number of pieces. */
export default function ArtifactSet({ set, effects }: ArtifactSetProps) {
  return (
    <dl className="effects" data-generated="">
      {set.bonuses.map(({ pieces, stats }) => {
        const text = effects?.bonuses.find((bonus) => bonus.pieces === pieces)?.text ?? [];
        return (
          <div key={pieces}>
            <dt>{pieces === 1 ? '1 piece' : `${pieces} pieces`}</dt>
            <dd>{text.length > 0 ? <Statements statements={text} /> : stats.map(statText).join(', ')}</dd>
          </div>
        );
      })}
    </dl>
  );
}
