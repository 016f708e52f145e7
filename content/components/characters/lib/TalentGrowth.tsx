import { growthChart, growthText } from '../../plots/lib/growthChart';
import { Legend } from '../../plots/lib/Legend';
import { LineChart } from '../../plots/lib/LineChart';
import { growthsOf, spreadOf } from '../../plots/lib/scaling';
import type { TalentRow } from '../../lib/types';

export type TalentGrowthProps = { rows: TalentRow[] };

/** Below this the lines of a plot run into each other. */
const SPREAD = 1.05;

/** Where the rows of a talent grow at different rates, these rates as lines, folded below the table of figures. */
export function TalentGrowth({ rows }: TalentGrowthProps) {
  const growths = growthsOf(rows);
  if (growths.length < 2 || spreadOf(growths) < SPREAD) return null;
  const chart = growthChart(growths);
  return (
    <details data-generated="">
      <summary>Growth of the figures, relative to level 1</summary>
      <LineChart chart={chart} description={growthText(growths)} />
      <Legend names={chart.series.map(({ name, label }) => `${label}: ${name}`)} />
    </details>
  );
}
