import { formatNumber } from '../lib/format';
import type { Chart, Point } from '../plots/lib/chart';
import { LineChart } from '../plots/lib/LineChart';
import { ScrollTable } from '../tables/lib/ScrollTable';

export type LevelCurveProps = {
  curve: { unit: string; first_level: number; values: number[] };
  /** Heads the column of values. */
  head: string;
  /** The number of levels from row to row; the first and the last level always have one. */
  every?: number;
  /** The last level shown. */
  upTo?: number;
};

/** A value over the level, drawn for each level and listed for some. */
export default function LevelCurve({ curve, head, every = 10, upTo = Infinity }: LevelCurveProps) {
  const all = curve.values
    .map((value, at): Point => [curve.first_level + at, value])
    .filter(([level]) => level <= upTo);
  const rows = all.filter(([level], at) => at === 0 || at === all.length - 1 || level % every === 0);
  const chart: Chart = {
    x: { label: 'Level', format: String },
    y: { label: `${head} (${curve.unit})`, format: (value) => formatNumber(value) },
    series: [{ name: head, points: all }],
  };
  return (
    <>
      <LineChart chart={chart} />
      <ScrollTable label={head} className="figures dense">
        <thead>
          <tr>
            <th scope="col">Level</th>
            <th scope="col">{`${head} (${curve.unit})`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([level, value]) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              <td>{formatNumber(value, 2)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  );
}
