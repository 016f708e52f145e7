import { formatNumber } from '../../lib/format';

export type HpChartProps = { levels: [level: number, value: number][] };

/** The plot inside the drawing; what is outside of it are labels. */
const PLOT = { left: 48, right: 344, top: 24, bottom: 168 };
/** Steps of the scale, for each power of ten. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
/** Besides the last level this one has its figure: most are compared there. */
const LABELLED_LEVEL = 90;

/** Three steps that reach beyond the highest value. */
function stepFor(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest / 3));
  return power * (STEPS.find((step) => step * power * 3 >= highest) ?? 10);
}

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
  const [first = 0, last = 0] = [levels[0]?.[0], levels.at(-1)?.[0]];
  const step = stepFor(Math.max(...levels.map(([, value]) => value)));
  const x = (level: number) => PLOT.left + ((level - first) / (last - first)) * (PLOT.right - PLOT.left);
  const y = (value: number) => Math.round(PLOT.bottom - (value / (3 * step)) * (PLOT.bottom - PLOT.top));
  return (
    <svg className="hp-chart" viewBox="0 0 360 196" role="img" aria-label={described(levels)}>
      {[0, 1, 2, 3].map((line) => (
        <g key={line}>
          <path className={line === 0 ? 'hp-zero' : 'hp-line'} d={`M${PLOT.left} ${y(line * step)}H${PLOT.right}`} />
          <text x={PLOT.left - 8} y={y(line * step) + 4} textAnchor="end">
            {shortNumber(line * step)}
          </text>
        </g>
      ))}
      {levels
        .filter(([level]) => level % 10 === 0)
        .map(([level]) => (
          <text key={level} x={x(level)} y={PLOT.bottom + 20} textAnchor="middle">
            {level}
          </text>
        ))}
      <path className="hp-curve" d={`M${levels.map(([level, value]) => `${x(level)} ${y(value)}`).join('L')}`} />
      {levels.map(([level, value]) => (
        <circle key={level} cx={x(level)} cy={y(value)} r="3.5" />
      ))}
      {levels
        .filter(([level]) => level === last || level === LABELLED_LEVEL)
        .map(([level, value]) => (
          <text key={level} className="hp-figure" x={x(level) - 4} y={y(value) - 10} textAnchor="end">
            {formatNumber(value)}
          </text>
        ))}
    </svg>
  );
}
