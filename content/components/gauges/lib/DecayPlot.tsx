import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { formatRounded } from '../../lib/arithmetic';
import { life, SIZES, taxed } from './gauge';
import { GAUGE_STEP, LARGEST, SMALLEST, snapGauge } from './decayState';

export type DecayPlotProps = { units: number; isReady: boolean; onChange: (units: number) => void };

/** The plot inside the drawing; what is outside of it are labels. */
const PLOT = { left: 44, right: 548, top: 16, bottom: 216 };
const HEIGHT = 248;
const SECONDS = life(LARGEST) + 1;
const HIGHEST = taxed(LARGEST);
const KEYS: Record<string, (units: number) => number> = {
  ArrowUp: (units) => units + GAUGE_STEP,
  ArrowRight: (units) => units + GAUGE_STEP,
  ArrowDown: (units) => units - GAUGE_STEP,
  ArrowLeft: (units) => units - GAUGE_STEP,
  PageUp: (units) => units + 1,
  PageDown: (units) => units - 1,
  Home: () => SMALLEST,
  End: () => LARGEST,
};

const x = (time: number) => PLOT.left + (time / SECONDS) * (PLOT.right - PLOT.left);
const y = (amount: number) => PLOT.bottom - (amount / HIGHEST) * (PLOT.bottom - PLOT.top);
const line = (units: number) => `M${x(0)} ${y(taxed(units))}L${x(life(units))} ${y(0)}`;
const UNDER = `L${x(0)} ${y(0)}Z`;

function Grid() {
  return (
    <g>
      {[0, 1, 2, 3].map((amount) => (
        <g key={amount}>
          <path className={amount === 0 ? 'plot-zero' : 'plot-line'} d={`M${PLOT.left} ${y(amount)}H${PLOT.right}`} />
          <text x={PLOT.left - 12} y={y(amount) + 4} textAnchor="end">{`${amount}U`}</text>
        </g>
      ))}
      {[0, 3, 6, 9, 12, 15, 18].map((time) => (
        <text key={time} x={x(time)} y={PLOT.bottom + 22} textAnchor="middle">{`${time}s`}</text>
      ))}
    </g>
  );
}

/** An aura over time; its start is dragged, or moved with the arrow keys. */
export function DecayPlot({ units, isReady, onChange }: DecayPlotProps) {
  const svg = useRef<SVGSVGElement>(null);
  const drag = (event: PointerEvent<SVGGElement>) => {
    const box = svg.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const at = ((event.clientY - box.top) / box.height) * HEIGHT;
    onChange(snapGauge(((PLOT.bottom - at) / (PLOT.bottom - PLOT.top)) * LARGEST));
  };
  const press = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (!move) return;
    event.preventDefault();
    onChange(snapGauge(move(units)));
  };
  const start = { cx: x(0), cy: y(taxed(units)) };
  return (
    <svg ref={svg} className="plot" viewBox={`0 0 560 ${HEIGHT}`} role="group" aria-label="An aura over time">
      <Grid />
      {SIZES.filter((size) => size !== units).map((size) => (
        <path key={size} className="plot-other" d={line(size)} />
      ))}
      <path className="plot-area" d={line(units) + UNDER} />
      <path className="plot-curve" d={line(units)} />
      <text
        className="plot-figure"
        x={x(life(units)) - 2}
        y={y(0) - 10}
        textAnchor="middle"
      >{`${formatRounded(life(units))}s`}</text>
      <text className="plot-figure" x={start.cx + 18} y={start.cy - 6}>{`${formatRounded(taxed(units))}U`}</text>
      <g
        className="plot-handle"
        role="slider"
        tabIndex={isReady ? 0 : undefined}
        aria-label="Gauge of the application"
        aria-orientation="vertical"
        aria-disabled={!isReady}
        aria-valuemin={SMALLEST}
        aria-valuemax={LARGEST}
        aria-valuenow={units}
        aria-valuetext={`${formatRounded(units)} units`}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <circle className="plot-reach" {...start} r="22" />
        <circle className="plot-knob" {...start} r="8" />
      </g>
    </svg>
  );
}
