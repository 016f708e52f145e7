import { formatRounded } from '../lib/arithmetic';
import type { TalentData } from '../lib/types';
import { LinePlot } from './lib/LinePlot';
import { growthsOf, type Growth } from './lib/scaling';

/** Rendered at build. */
export const interactive = false;

export type TalentPlotProps = {
  talents: TalentData[];
  /** `na`, `e`, `q` or `alt_sprint`. */
  kind: string;
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const times = (ratio: number) => `×${formatRounded(ratio)}`;

function description(growths: Growth[], last: number): string {
  const ends = growths.map(({ names, points }) => `${names.join(', ')}: ${times(points.at(-1)?.[1] ?? NaN)}`);
  if (growths.length > 1) return `Scaling relative to level 1. At the last level, ${last}: ${ends.join('; ')}.`;
  const alike = (growths[0]?.names.length ?? 0) > 1 ? 'All rows that scale do so alike' : 'One row scales';
  return `${alike}; at the last level, ${last}: ${ends.join('')}.`;
}

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
      const last = Math.max(...growths.map(({ points }) => points.length));
      const chart = {
        x: { label: 'Talent level', format: String },
        y: { label: 'Relative to level 1', format: times, figure: (ratio: number) => `×${formatRounded(ratio, 2)}` },
        series: growths.map(({ names, points }, at) => ({
          name: names.join(', '),
          label: growths.length > 1 ? LETTERS[at] : undefined,
          points,
        })),
      };
      return (
        <LinePlot
          key={name}
          title={titleOf(name, growths)}
          description={description(growths, last)}
          chart={chart}
          rows={Array.from({ length: last }, (_, at) => at + 1)}
        />
      );
    });
}
