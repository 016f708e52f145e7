import type { Chart } from './chart';
import { Legend } from './Legend';
import { LineChart } from './LineChart';
import { PlotTable } from './PlotTable';

export type LinePlotProps = {
  title: string;
  /** What the lines show, in a sentence or two, for those who do not see them. */
  description: string;
  chart: Chart;
  /** The x whose figures are in the table. */
  rows: number[];
};

/** Curves with a title, drawn at build, and the figures behind them folded below. */
export function LinePlot({ title, description, chart, rows }: LinePlotProps) {
  const names = chart.series.flatMap(({ name, label }) => (label === undefined ? [] : [`${label}: ${name}`]));
  return (
    <figure className="plot-figures">
      <figcaption>{title}</figcaption>
      <LineChart chart={chart} description={description} />
      {names.length > 0 && <Legend names={names} />}
      <details>
        <summary>The figures of the plot</summary>
        <PlotTable title={title} chart={chart} rows={rows} />
      </details>
    </figure>
  );
}
