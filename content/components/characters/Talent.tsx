import '../entity.css';
import { constantLines, scalingLines } from './lib/talent';
import { TalentTable } from './lib/TalentTable';
import type { TalentData } from '../lib/types';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type TalentProps = {
  talents: TalentData[];
  /** `na`, `e`, `q` or `alt_sprint`. */
  kind: string;
};

/** All figures of a talent: those that scale as a table, the others in a line below it. */
export default function Talent({ talents, kind }: TalentProps) {
  return talents
    .filter((talent) => talent.kind === kind)
    .map((talent) => {
      const name = talent.variant ? `${talent.name} (${talent.variant})` : talent.name;
      const lines = scalingLines(talent.rows);
      const constants = constantLines(talent.rows);
      return (
        <section key={name} className="talent" aria-label={name}>
          <h3>{name}</h3>
          {lines.length > 0 && <TalentTable name={name} lines={lines} />}
          {constants.length > 0 && (
            <dl className="facts">
              {constants.map((line) => (
                <div key={line.name}>
                  <dt>{line.name}</dt>
                  <dd>{line.cells[0]}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      );
    });
}
