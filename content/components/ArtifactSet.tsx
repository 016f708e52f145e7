import './entity.css';
import { formatPlain, formatText } from './lib/format';
import { ScrollTable } from './lib/ScrollTable';
import type { ArtifactSetData, SetStat } from './lib/types';

export type ArtifactSetProps = { set: ArtifactSetData };

function statText({ stat, near, value, unit = '' }: SetStat): string {
  return `${stat ?? near ?? 'Value'} ${formatPlain(value)}${unit}`;
}

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
