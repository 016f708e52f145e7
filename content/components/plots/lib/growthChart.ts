/** The chart of how a talent's figures grow, and the same in words. */
import { formatRounded } from '../../lib/arithmetic';
import type { Chart } from './chart';
import type { Growth } from './scaling';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const times = (ratio: number) => `×${formatRounded(ratio)}`;

/** The highest level that one of them has. */
export const lastLevel = (growths: Growth[]) => Math.max(...growths.map(({ points }) => points.length));

/** What the lines show, for screen readers. */
export function growthText(growths: Growth[]): string {
  const last = lastLevel(growths);
  const ends = growths.map(({ names, points }) => `${names.join(', ')}: ${times(points.at(-1)?.[1] ?? NaN)}`);
  if (growths.length > 1) return `Scaling relative to level 1. At the last level, ${last}: ${ends.join('; ')}.`;
  const alike = (growths[0]?.names.length ?? 0) > 1 ? 'All rows that scale do so alike' : 'One row scales';
  return `${alike}; at the last level, ${last}: ${ends.join('')}.`;
}

/** One line for each growth, with a letter for the legend where there are several. */
export function growthChart(growths: Growth[]): Chart {
  return {
    x: { label: 'Talent level', format: String },
    y: { label: 'Relative to level 1', format: times, figure: (ratio) => `×${formatRounded(ratio, 2)}` },
    series: growths.map(({ names, points }, at) => ({
      name: names.join(', '),
      label: growths.length > 1 ? LETTERS[at] : undefined,
      points,
    })),
  };
}
