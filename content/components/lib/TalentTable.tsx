import { ScrollTable } from './ScrollTable';
import type { TalentLine } from './talent';

/** Builds are compared at this talent level. */
const MARKED_LEVEL = 9;

export type TalentTableProps = { name: string; lines: TalentLine[] };

/** One line per figure, one column per talent level. */
export function TalentTable({ name, lines }: TalentTableProps) {
  const levels = Array.from({ length: Math.max(...lines.map((line) => line.cells.length)) }, (_, i) => i + 1);
  const columnClass = (level: number) => (level === MARKED_LEVEL ? 'col-on' : undefined);
  return (
    <ScrollTable label={`${name} by talent level`} className="figures pin dense full">
      <thead>
        <tr>
          <th scope="col">Level</th>
          {levels.map((level) => (
            <th key={level} scope="col" className={columnClass(level)}>
              {level}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, i) => (
          <tr key={i}>
            <th scope="row">{line.name}</th>
            {levels.map((level) => (
              <td key={level} className={columnClass(level)}>
                {line.cells[level - 1]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
