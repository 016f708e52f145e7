import { formatNumber } from '../../lib/format';
import type { Chart } from '../../plots/lib/chart';
import { LineChart } from '../../plots/lib/LineChart';

export type HpChartProps = { levels: [level: number, value: number][] };

/** Besides the last level this one has its figure: most are compared there. */
const LABELLED_LEVEL = 90;

/** `80000` -> `80k`, `1500000` -> `1.5M`. */
function shortNumber(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toFixed(2))}M`;
  return value >= 1e3 ? `${Number((value / 1e3).toFixed(1))}k` : String(value);
}

function described(levels: HpChartProps['levels']): string {
  const [first, last] = [levels[0], levels.at(-1)];
  if (!first || !last) return 'HP by level';
  return `HP by level: from ${formatNumber(first[1])} at level ${first[0]} to ${formatNumber(last[1])} at level ${last[0]}`;
}

/** HP over the level; the table beside it holds all figures. */
export function HpChart({ levels }: HpChartProps) {
  const chart: Chart = {
    x: { label: 'Level', format: String },
    y: { label: 'HP', format: shortNumber, figure: (hp) => formatNumber(hp), startsAtZero: true },
    series: [{ name: 'HP', points: levels }],
    circles: levels.map(([level]) => level),
    figures: [LABELLED_LEVEL, levels.at(-1)?.[0] ?? LABELLED_LEVEL],
  };
  return <LineChart chart={chart} description={described(levels)} />;
}
