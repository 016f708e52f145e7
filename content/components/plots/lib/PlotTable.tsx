import { ScrollTable } from '../../tables/lib/ScrollTable';
import type { Chart } from './chart';

export type PlotTableProps = { title: string; chart: Chart; rows: number[] };

/** The figures behind a plot: one row for each of some x, one column for each line. */
export function PlotTable({ title, chart, rows }: PlotTableProps) {
  const { x: axis, y, series } = chart;
  const figure = y.figure ?? y.format;
  return (
    <ScrollTable label={title} className="figures dense">
      <thead>
        <tr>
          <th scope="col">{axis.label}</th>
          {series.map(({ name, label }) => (
            <th key={name} scope="col">
              {series.length === 1 ? y.label : (label ?? name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row">{axis.format(row)}</th>
            {series.map(({ name, points }) => {
              const value = points.find(([x]) => x === row)?.[1];
              return <td key={name}>{value === undefined ? '–' : figure(value)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
