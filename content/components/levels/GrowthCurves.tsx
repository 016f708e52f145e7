import '../entity.css';
import { ScrollTable } from '../tables/lib/ScrollTable';

export type GrowthCurvesProps = {
  growth: { first_level: number; curves: Record<string, number[]> };
  /** Levels that have a column. */
  levels: number[];
};

/** Factors on the level-1 value, one row per curve. */
export default function GrowthCurves({ growth, levels }: GrowthCurvesProps) {
  return (
    <ScrollTable label="Growth curves by level" className="figures pin dense full">
      <thead>
        <tr>
          <th scope="col">Curve</th>
          {levels.map((level) => (
            <th key={level} scope="col">{`Level ${level}`}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(growth.curves)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, values]) => (
            <tr key={name}>
              <th scope="row">{name.replace('*', '★')}</th>
              {levels.map((level) => (
                <td key={level}>{values[level - growth.first_level]?.toFixed(3)}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </ScrollTable>
  );
}
