import type { PityPoint } from './pity';

export type Banner = { name: string; points: PityPoint[] };
export type PityPanelProps = { title: string; banners: Banner[]; value: (point: PityPoint) => number };

/** The plot inside the drawing; what is outside of it are labels. */
const PLOT = { left: 40, right: 348, top: 28, bottom: 176 };
const LAST_WISH = 90;

const x = (wish: number) => Number((PLOT.left + (wish / LAST_WISH) * (PLOT.right - PLOT.left)).toFixed(1));
const y = (share: number) => Number((PLOT.bottom - share * (PLOT.bottom - PLOT.top)).toFixed(1));

/** One plot over the wishes. Decoration: the table below holds the figures. */
export function PityPanel({ title, banners, value }: PityPanelProps) {
  return (
    <svg className="plot pity-panel" viewBox="0 0 360 208" aria-hidden="true">
      <text className="plot-figure" x={PLOT.left} y="14">
        {title}
      </text>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <path className={share === 0 ? 'plot-zero' : 'plot-line'} d={`M${PLOT.left} ${y(share)}H${PLOT.right}`} />
          <text x={PLOT.left - 6} y={y(share) + 4} textAnchor="end">{`${share * 100}%`}</text>
        </g>
      ))}
      {[0, 15, 30, 45, 60, 75, 90].map((wish) => (
        <text key={wish} x={x(wish)} y={PLOT.bottom + 20} textAnchor="middle">
          {wish}
        </text>
      ))}
      {banners.map(({ name, points }) => (
        <path
          key={name}
          className="plot-curve"
          d={`M${points.map((point) => `${x(point.wish)} ${y(value(point))}`).join('L')}`}
        />
      ))}
    </svg>
  );
}
