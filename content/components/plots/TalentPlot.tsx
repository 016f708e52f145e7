import type { TalentData } from '../lib/types';
import { growthChart, growthText, lastLevel } from './lib/growthChart';
import { LinePlot } from './lib/LinePlot';
import { growthsOf, type Growth } from './lib/scaling';

/** Rendered at build. */
export const interactive = false;

export type TalentPlotProps = {
  talents: TalentData[];
  /** `na`, `e`, `q` or `alt_sprint`. */
  kind: string;
};

/** What one line stands for: all rows, or those that its legend lists. */
function titleOf(name: string, growths: Growth[]): string {
  const names = growths[0]?.names ?? [];
  if (growths.length > 1) return `${name}: scaling over talent levels`;
  const rows = names.length === 1 ? names[0] : `all ${names.length} rows scale alike`;
  return `${name}: scaling over talent levels (${rows})`;
}

/** How a talent's figures grow with its level; rows that grow alike share a line. */
export default function TalentPlot({ talents, kind }: TalentPlotProps) {
  return talents
    .filter((talent) => talent.kind === kind)
    .map((talent) => ({ talent, growths: growthsOf(talent.rows) }))
    .filter(({ growths }) => growths.length > 0)
    .map(({ talent, growths }) => {
      const name = talent.variant ? `${talent.name} (${talent.variant})` : talent.name;
      return (
        <LinePlot
          key={name}
          title={titleOf(name, growths)}
          description={growthText(growths)}
          chart={growthChart(growths)}
          rows={Array.from({ length: lastLevel(growths) }, (_, at) => at + 1)}
        />
      );
    });
}
