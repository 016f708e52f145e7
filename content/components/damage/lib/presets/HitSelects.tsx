import type { PresetRow } from './presetData';
import { CATEGORIES, elementsOf, type Picks } from './picks';
import { Select, type Option } from '../../../lib/Select';

export type HitSelectsProps = { picks: Picks; row: PresetRow; pick: (picks: Picks) => void };

/** A choice that the library leaves open begins empty. */
const OPEN: Option = { value: '', label: 'Choose …' };

/** The picks of a hit: the character's level, the talent's, what the damage counts as and its element. */
export function HitSelects({ picks, row, pick }: HitSelectsProps) {
  const { character, category, element } = picks;
  const elements = elementsOf(row, character);
  return (
    <>
      <Select
        label="Level of the character"
        value={String(picks.step)}
        options={character.steps.map(([level], at) => numbered(at, level))}
        onChange={(step) => pick({ ...picks, step: Number(step) })}
      />
      <Select
        label="Talent level"
        value={String(picks.talentLevel)}
        options={row.values.map((_, at) => numbered(at, String(at + 1)))}
        onChange={(level) => pick({ ...picks, talentLevel: Number(level) })}
      />
      {row.category === null && (
        <Select
          label="Counts as (the library does not state it)"
          value={category}
          options={[...(category === '' ? [OPEN] : []), ...CATEGORIES.map(named)]}
          onChange={(chosen) => pick({ ...picks, category: chosen })}
        />
      )}
      <Select
        label={row.element === null ? 'Type of damage (the library does not state it)' : 'Type of damage'}
        value={element}
        options={[...(element === '' ? [OPEN] : []), ...elements.map(named)]}
        onChange={(chosen) => pick({ ...picks, element: chosen })}
      />
    </>
  );
}

function numbered(at: number, label: string): Option {
  return { value: String(at), label };
}

function named(value: string): Option {
  return { value, label: value };
}
