import '../../entity.css';
import '../../tools.css';
import { line } from 'd3-shape';
import { round1 } from '../../lib/arithmetic';
import { BOX, DASHES, plotOf, sideOf, SIZE, xTicks, yTicks, type Chart, type Plot, type Point } from './chart';

export type LineChartProps = {
  chart: Chart;
  /** What the lines show, for screen readers; without it the drawing is decoration beside other text. */
  description?: string;
};

type PartProps = { chart: Chart; plot: Plot };

/** Ticks of both axes, a rule at each tick of y, and what the axes are. */
function Axes({ chart, plot }: PartProps) {
  const [left, right] = plot.x.range();
  const lowest = plot.y.domain()[0];
  return (
    <>
      {yTicks(plot).map((tick) => (
        <g key={tick}>
          <path
            className={tick === lowest ? 'plot-zero' : 'plot-line'}
            d={`M${left} ${round1(plot.y(tick))}H${right}`}
          />
          <text x={BOX.left - 8} y={round1(plot.y(tick) + 4)} textAnchor="end">
            {chart.y.format(tick)}
          </text>
        </g>
      ))}
      {xTicks(plot).map((tick) => (
        <g key={tick}>
          <path className="plot-zero" d={`M${round1(plot.x(tick))} ${BOX.bottom}v4`} />
          <text x={round1(plot.x(tick))} y={BOX.bottom + 18} textAnchor="middle">
            {chart.x.format(tick)}
          </text>
        </g>
      ))}
      <text x={BOX.left - 40} y={12}>
        {chart.y.label}
      </text>
      <text x={round1(((left ?? 0) + (right ?? 0)) / 2)} y={SIZE.height - 6} textAnchor="middle">
        {chart.x.label}
      </text>
    </>
  );
}

/** Circles on the lines, some with their figure. */
function Marks({ chart, plot }: PartProps) {
  const { y: axis, series, circles = [], figures = [] } = chart;
  const figure = axis.figure ?? axis.format;
  return series.flatMap(({ name, points }) =>
    points.map(([x, y], at) => {
      if (!circles.includes(x) && !figures.includes(x)) return null;
      const side = sideOf(points, at);
      const [left, top] = [round1(plot.x(x) + (side === 'end' ? -4 : 5)), round1(plot.y(y) - 8)];
      return (
        <g key={`${name} ${x}`}>
          <circle className="plot-point" cx={round1(plot.x(x))} cy={round1(plot.y(y))} r="3.5" />
          {figures.includes(x) && (
            <text className="plot-value" x={left} y={top} textAnchor={side}>
              {figure(y)}
            </text>
          )}
        </g>
      );
    }),
  );
}

/** Lines over two axes, told apart by dashes and by a label at each line's end. */
export function LineChart({ chart, description }: LineChartProps) {
  const plot = plotOf(chart);
  const path = line<Point>(
    ([x]) => plot.x(x),
    ([, y]) => plot.y(y),
  ).digits(1);
  const end = (plot.x.range()[1] ?? 0) + 6;
  return (
    <svg
      className="plot line-plot"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      role={description === undefined ? undefined : 'img'}
      aria-label={description}
      aria-hidden={description === undefined}
    >
      <Axes chart={chart} plot={plot} />
      {chart.series.map(({ name, points }, at) => (
        <path
          key={name}
          className="plot-curve"
          strokeDasharray={DASHES[at % DASHES.length]}
          d={path(points) ?? undefined}
        />
      ))}
      <Marks chart={chart} plot={plot} />
      {plot.labels.map(({ text, y }) => (
        <text key={text} className="plot-name" x={end} y={round1(y + 4)}>
          {text}
        </text>
      ))}
    </svg>
  );
}
