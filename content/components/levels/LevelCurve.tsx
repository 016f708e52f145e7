import '../entity.css';
import { formatNumber } from '../lib/format';
import { ScrollTable } from '../tables/lib/ScrollTable';

export type LevelCurveProps = {
  curve: { unit: string; first_level: number; values: number[] };
  /** Heads the column of values. */
  head: string;
  /** Every how many levels a row stands; the first and the last always do. */
  every?: number;
  /** The last level shown. */
  upTo?: number;
};

/** A value for each level, thinned out. */
export default function LevelCurve({ curve, head, every = 10, upTo = Infinity }: LevelCurveProps) {
  const points = curve.values
    .map((value, at) => ({ level: curve.first_level + at, value }))
    .filter(({ level }) => level <= upTo)
    .filter(({ level }, at, all) => at === 0 || at === all.length - 1 || level % every === 0);
  return (
    <ScrollTable label={head} className="figures dense">
      <thead>
        <tr>
          <th scope="col">Level</th>
          <th scope="col">{`${head} (${curve.unit})`}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ level, value }) => (
          <tr key={level}>
            <th scope="row">{level}</th>
            <td>{formatNumber(value, 2)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
