import '../entity.css';
import { statText } from './lib/artifact';
import { formatText } from '../lib/format';
import { ScrollTable } from '../tables/lib/ScrollTable';
import type { ArtifactSetData } from '../lib/types';

export type ArtifactSetProps = { set: ArtifactSetData };

/** The figures of a set's bonuses, one row per number of pieces. */
export default function ArtifactSet({ set }: ArtifactSetProps) {
  return (
    <ScrollTable label={`${set.name}: set bonuses`} className="set">
      <thead>
        <tr>
          <th scope="col">Pieces</th>
          <th scope="col">Bonus</th>
          <th scope="col">Also mentions</th>
        </tr>
      </thead>
      <tbody>
        {set.bonuses.map(({ pieces, stats, figures = [] }) => (
          <tr key={pieces}>
            <th scope="row">{pieces}</th>
            <td>{stats.map(statText).join(', ') || '–'}</td>
            <td>{figures.map(formatText).join(', ') || '–'}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
