import Sliders from '../../levels/Sliders';
import { MARK } from '../../levels/lib/columns';
import { storageName } from '../../levels/lib/storedNumber';
import { Island } from '../../lib/Island';
import { ScrollTable } from '../../tables/lib/ScrollTable';
import type { TalentLine } from './talent';

/** The talent level that is marked until the reader chooses another: builds are compared at it. */
const MARKED_LEVEL = 9;

export type TalentTableProps = { name: string; lines: TalentLine[] };

/** One line per figure, one column per talent level, and a slider that picks a column. */
export function TalentTable({ name, lines }: TalentTableProps) {
  const levels = Array.from({ length: Math.max(...lines.map((line) => line.cells.length)) }, (_, i) => i + 1);
  const columnClass = (level: number) => (level === MARKED_LEVEL ? MARK : undefined);
  const choice = {
    storageKey: 'talent-level',
    label: 'Talent level',
    columns: levels.map(String),
    initial: MARKED_LEVEL,
  };
  return (
    <Island name="Sliders" of={Sliders} hydrateOn="use" stored={storageName(choice.storageKey)} props={{ choice }}>
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
    </Island>
  );
}
