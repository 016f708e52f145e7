import { DASHES } from './chart';

export type LegendProps = {
  /** In the order of the chart's lines. */
  names: string[];
};

/** What each line of a chart stands for, beside a piece of it. */
export function Legend({ names }: LegendProps) {
  return (
    <ul className="plot-legend" role="list">
      {names.map((name, at) => (
        <li key={name}>
          <svg className="plot" viewBox="0 0 28 8" aria-hidden="true">
            <path className="plot-curve" strokeDasharray={DASHES[at % DASHES.length]} d="M0 4H28" />
          </svg>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
