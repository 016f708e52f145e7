import { formatRounded } from '../lib/arithmetic';
import { formatPercent } from '../lib/format';
import { meanWishes, pityModels, pityPoints, type PityPoint } from './lib/pity';
import { PityTable } from './lib/PityTable';
import type { Table } from '../lib/types';
import type { Axis, Chart, Point } from '../plots/lib/chart';
import { Legend } from '../plots/lib/Legend';
import { LineChart } from '../plots/lib/LineChart';

export type PityPlotProps = { tables: Table[] };

const LAST_WISH = 90;
const WISHES: Axis = { label: 'Wishes', format: String, domain: [0, LAST_WISH] };

/** The model of soft pity drawn for each banner: the chance of a wish, and the chance of a success by then. */
export default function PityPlot({ tables }: PityPlotProps) {
  const banners = pityModels(tables).map((model) => ({ name: model.name, points: pityPoints(model) }));
  const chart = (label: string, value: (point: PityPoint) => number): Chart => ({
    x: WISHES,
    y: { label, format: (share) => formatPercent(share, 0), domain: [0, 1] },
    series: banners.map(({ name, points }) => ({
      name,
      label: '',
      points: points.map((point): Point => [point.wish, value(point)]),
    })),
  });
  return (
    <div className="pity">
      <div className="plot-panels">
        <LineChart chart={chart('Chance of the wish', ({ chance }) => chance)} />
        <LineChart chart={chart('Chance to be done by the wish', ({ done }) => done)} />
      </div>
      <Legend
        names={banners.map(({ name, points }) => `${name}: ${formatRounded(meanWishes(points), 1)} wishes on average`)}
      />
      <PityTable banners={banners} />
    </div>
  );
}
