import '../entity.css';
import '../tools.css';
import { formatRounded } from '../lib/arithmetic';
import { meanWishes, pityModels, pityPoints } from './lib/pity';
import { PityPanel } from './lib/PityPanel';
import { PityTable } from './lib/PityTable';
import type { Table } from '../lib/types';

export type PityPlotProps = { tables: Table[] };

/** The model of soft pity drawn for each banner: the chance of a wish, and the chance to be done by it. */
export default function PityPlot({ tables }: PityPlotProps) {
  const banners = pityModels(tables).map((model) => ({ name: model.name, points: pityPoints(model) }));
  return (
    <div className="pity">
      <div className="pity-panels">
        <PityPanel title="Chance of the wish" banners={banners} value={({ chance }) => chance} />
        <PityPanel title="Chance to be done by the wish" banners={banners} value={({ done }) => done} />
      </div>
      <ul className="pity-legend" role="list" data-drawn="">
        {banners.map(({ name, points }) => (
          <li key={name}>{`${name}: ${formatRounded(meanWishes(points), 1)} wishes on average`}</li>
        ))}
      </ul>
      <PityTable banners={banners} />
    </div>
  );
}
