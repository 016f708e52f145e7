import { levelMultiplier, masteryBonus, resistanceFactor, type ReactionKind } from './damage';
import type { ReactionInputs, ReactionRow } from './reactionState';
import { formatResult } from '../../lib/number';
import { noteOf } from './Result';
import { ScrollTable } from '../../tables/lib/ScrollTable';

export type ReactionTableProps = { kind: ReactionKind; rows: ReactionRow[]; inputs: ReactionInputs; invalid: string[] };

const HEADS: Record<ReactionKind, string[]> = {
  amplifying: ['Direction', 'Pairs', 'Multiplier', 'With mastery', 'The hit'],
  transformative: ['Reaction', 'Damage', 'Multiplier', 'Before RES', 'After RES'],
  additive: ['Reaction', 'Trigger', 'Multiplier', 'Adds', 'Base after RES'],
};

function summary(kind: ReactionKind, { level, mastery, res }: ReactionInputs): string[] {
  const bonus = `Mastery adds ${formatResult(masteryBonus(kind, mastery) * 100, 1)}%`;
  const through = `RES leaves × ${formatResult(resistanceFactor(res), 3)}`;
  return kind === 'amplifying'
    ? [bonus, through]
    : [`Level multiplier ${formatResult(levelMultiplier(level), 2)}`, bonus, through];
}

/** What the reactions of a kind come to. */
export function ReactionTable({ kind, rows, inputs, invalid }: ReactionTableProps) {
  const [first, about, ...figures] = HEADS[kind];
  return (
    <>
      <output className="tool-result">
        {summary(kind, inputs).map((text) => (
          <span key={text}>{text}</span>
        ))}
        {invalid.length > 0 && <strong>{noteOf(invalid)}</strong>}
      </output>
      <ScrollTable label="Reactions of this kind" className="full factors">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{about}</th>
            {figures.map((head) => (
              <th key={head} scope="col" className="al-end">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, about: text, factor, value, result }) => (
            <tr key={name} data-element={text.toLowerCase()}>
              <th scope="row">{name}</th>
              <td>{text}</td>
              <td className="al-end">{formatResult(factor)}</td>
              <td className="al-end">{formatResult(value, kind === 'amplifying' ? 3 : 0)}</td>
              <td className="al-end tool-figure">{formatResult(result, 0)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  );
}
