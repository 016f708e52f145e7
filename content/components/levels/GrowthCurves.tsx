import { DASHES, type Chart, type Point } from '../plots/lib/chart';
import { LineChart } from '../plots/lib/LineChart';
import { ScrollTable } from '../tables/lib/ScrollTable';

export type GrowthCurvesProps = {
  growth: { first_level: number; curves: Record<string, number[]> };
  /** Levels that have a column. */
  levels: number[];
};

/** Factors on the level-1 value: one row per curve, and a line for each where they can be told apart. */
export default function GrowthCurves({ growth, levels }: GrowthCurvesProps) {
  const curves = Object.entries(growth.curves)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, values]) => ({ name: name.replace('*', '★'), values }));
  const chart: Chart = {
    x: { label: 'Level', format: String },
    y: { label: 'Factor on the value at level 1', format: (factor) => `×${factor}`, startsAtZero: true },
    series: curves.map(({ name, values }) => ({
      name,
      points: values.map((factor, at): Point => [growth.first_level + at, factor]),
    })),
  };
  return (
    <>
      {curves.length <= DASHES.length && <LineChart chart={chart} />}
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
          {curves.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {levels.map((level) => (
                <td key={level}>{values[level - growth.first_level]?.toFixed(3)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  );
}
