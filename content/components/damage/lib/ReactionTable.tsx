import { formatRounded } from '../../lib/arithmetic';
import { levelMultiplier, masteryBonus, resistanceFactor, type ReactionKind } from './damage';
import type { ReactionInputs, ReactionRow } from './reactionState';
import { ScrollTable } from '../../tables/lib/ScrollTable';

export type ReactionTableProps = { kind: ReactionKind; rows: ReactionRow[]; inputs: ReactionInputs };

const HEADS: Record<ReactionKind, string[]> = {
  amplifying: ['Direction', 'Pairs', 'Multiplier', 'With mastery', 'The hit'],
  transformative: ['Reaction', 'Damage', 'Multiplier', 'Before RES', 'After RES'],
  additive: ['Reaction', 'Trigger', 'Multiplier', 'Adds', 'Base after RES'],
};

function summary(kind: ReactionKind, { level, mastery, res }: ReactionInputs): string[] {
  const bonus = `Mastery adds ${formatRounded(masteryBonus(kind, mastery) * 100, 1)}%`;
  const through = `RES leaves × ${formatRounded(resistanceFactor(res), 3)}`;
  return kind === 'amplifying'
    ? [bonus, through]
    : [`Level multiplier ${formatRounded(levelMultiplier(level), 2)}`, bonus, through];
}

/** What the reactions of a kind come to. */
export function ReactionTable({ kind, rows, inputs }: ReactionTableProps) {
  const [first, about, ...figures] = HEADS[kind];
  return (
    <>
      <output className="tool-result">
        {summary(kind, inputs).map((text) => (
          <span key={text}>{text}</span>
        ))}
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
              <td className="al-end">{formatRounded(factor)}</td>
              <td className="al-end">{formatRounded(value, kind === 'amplifying' ? 3 : 0)}</td>
              <td className="al-end tool-figure">{formatRounded(result, 0)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  );
}
