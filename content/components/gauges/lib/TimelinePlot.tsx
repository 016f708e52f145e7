import { ELEMENT_ICONS } from '../../lib/icons';
import type { Curve, Run } from './timeline';

export type TimelinePlotProps = {
  run: Run;
  /** What the lines show, for screen readers; without it the drawing is decoration beside a table. */
  description?: string;
};

/** The plot inside the drawing; what is outside of it are labels. */
const PLOT = { left: 40, right: 632, top: 20, bottom: 196 };
/** Auras that are no element have the colour of one, and a broken line. */
const COLOURS: Record<string, string> = { Frozen: 'cryo', Quicken: 'dendro' };
/** Heights of the scale, in U. */
const HEIGHTS = [1, 2, 4, 8];

function stepOf(end: number): number {
  return [1, 2, 5, 10, 20].find((step) => end / step <= 12) ?? 20;
}

function range(end: number, step: number): number[] {
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => at * step);
}

/** Gauge over time, a line for each aura. */
export function TimelinePlot({ run: { events, curves, end }, description }: TimelinePlotProps) {
  const most = Math.max(0, ...curves.flatMap(({ points }) => points.map(([, amount]) => amount)));
  const height = HEIGHTS.find((one) => one >= most) ?? most;
  const x = (time: number) => Number((PLOT.left + (time / end) * (PLOT.right - PLOT.left)).toFixed(1));
  const y = (amount: number) => Number((PLOT.bottom - (amount / height) * (PLOT.bottom - PLOT.top)).toFixed(1));
  const path = ({ points }: Curve) => `M${points.map(([time, amount]) => `${x(time)} ${y(amount)}`).join('L')}`;
  return (
    <svg
      className="plot timeline"
      viewBox="0 0 640 248"
      role={description === undefined ? undefined : 'img'}
      aria-label={description}
      aria-hidden={description === undefined}
    >
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <g key={part}>
          <path
            className={part === 0 ? 'plot-zero' : 'plot-line'}
            d={`M${PLOT.left} ${y(part * height)}H${PLOT.right}`}
          />
          <text x={PLOT.left - 8} y={y(part * height) + 4} textAnchor="end">{`${part * height}U`}</text>
        </g>
      ))}
      {range(end, stepOf(end)).map((time) => (
        <text key={time} x={x(time)} y={PLOT.bottom + 46} textAnchor="middle">{`${time}s`}</text>
      ))}
      {curves.map((curve, at) => (
        <g
          key={at}
          data-element={COLOURS[curve.aura] ?? curve.aura.toLowerCase()}
          data-state={curve.aura in COLOURS ? 'compound' : undefined}
        >
          <path className="plot-area" d={`${path(curve)}V${y(0)}Z`} />
          <path className="plot-curve" d={path(curve)} />
          <text className="plot-name" x={x(curve.points[0]?.[0] ?? 0) + 4} y={y(curve.points[1]?.[1] ?? 0) - 5}>
            {curve.aura}
          </text>
        </g>
      ))}
      {events.map(({ time, application, reactions }, at) => (
        <g key={at} data-element={application ? application.element.toLowerCase() : 'electro'}>
          {reactions.length > 0 && <path className="plot-mark" d={`M${x(time)} ${PLOT.top}V${PLOT.bottom}`} />}
          {application && (
            <g className="plot-icon" transform={`translate(${x(time) - 10} ${PLOT.bottom + 6}) scale(.83)`}>
              {ELEMENT_ICONS[application.element.toLowerCase()]}
            </g>
          )}
        </g>
      ))}
    </svg>
  );
}
