import '../entity.css';
import '../tools.css';
import type { ClaimData } from '../lib/types';
import { energyRows, KINDS, type EnergyRow } from './lib/energy';

/** Rendered at build. */
export const interactive = false;

export type EnergyPlotProps = {
  /** The entry whose table has the Energy of each Particle. */
  of: ClaimData;
};

/** The drawing: one group of bars for each place in the party. */
const BOX = { left: 124, right: 330 };
const BAR = 14;
const GROUP = BAR * KINDS.length + 12;
const CLASSES = ['energy-own', 'energy-clear', 'energy-other'];

function description(rows: EnergyRow[]): string {
  const parts = rows.map(
    ({ place, values }) => `${place}: ${KINDS.map((kind, at) => `${kind} ${values[at]}`).join(', ')}`,
  );
  return `Energy of one Particle. ${parts.join('; ')}.`;
}

/** What one Particle gives, by where the character stands and by the Particle's Element. */
export default function EnergyPlot({ of }: EnergyPlotProps) {
  const rows = energyRows(of);
  const most = Math.max(...rows.flatMap(({ values }) => values));
  const x = (value: number) => BOX.left + (value / most) * (BOX.right - BOX.left);
  return (
    <figure className="plot-figures" data-generated="">
      <figcaption>Energy of one Particle at base Energy Recharge</figcaption>
      <svg
        className="plot line-plot energy"
        viewBox={`0 0 360 ${rows.length * GROUP}`}
        role="img"
        aria-label={description(rows)}
      >
        {rows.map(({ place, values }, row) => (
          <g key={place}>
            <text x={BOX.left - 8} y={row * GROUP + BAR * 1.5 + 4} textAnchor="end">
              {place}
            </text>
            {values.map((value, at) => {
              const y = row * GROUP + at * BAR;
              return (
                <g key={at}>
                  <rect className={CLASSES[at]} x={BOX.left} y={y + 2} width={x(value) - BOX.left} height={BAR - 4} />
                  <text className="plot-value" x={x(value) + 5} y={y + 11}>
                    {value.toFixed(1)}
                  </text>
                </g>
              );
            })}
          </g>
        ))}
      </svg>
      <ul className="plot-legend" role="list">
        {KINDS.map((kind, at) => (
          <li key={kind}>
            <svg className="plot energy" viewBox="0 0 28 10" aria-hidden="true">
              <rect className={CLASSES[at]} x="1" y="1" width="26" height="8" />
            </svg>
            <span>{kind}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
