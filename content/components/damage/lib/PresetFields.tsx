import { useState } from 'react';
import { EquipmentFields } from './EquipmentFields';
import type { PresetIndex } from './presetData';
import { usualElement, type Picks } from './presets';
import { Select, type Option } from '../../lib/Select';
import { usePresetElement } from './usePresets';

export type PresetFieldsProps = { index: PresetIndex; onPick: (picks: Picks) => void };

const DEFAULT_LEVEL = '90';
/** Talent levels count from 0 here: 8 is level 9. */
const DEFAULT_TALENT = 8;

const ATTACKS = { na: 'Attack', e: 'Skill', q: 'Burst' };

/** The picks of character, level and hit; once there is a character, of the equipment and the enemy. */
export function PresetFields({ index, onPick }: PresetFieldsProps) {
  const [slug, setSlug] = useState('');
  const [picks, setPicks] = useState<Picks | null>(null);
  const { data: characters, hasFailed } = usePresetElement(index.characters[slug]?.element ?? null);
  const character = characters?.[slug];
  const pick = (next: Picks) => {
    setPicks(next);
    onPick(next);
  };
  const current = picks !== null && picks.character === character ? picks : null;
  const names = Object.entries(index.characters).map(([value, { name }]) => ({ value, label: name }));
  return (
    <>
      <div className="tool-fields">
        <Select
          label="Character"
          value={slug}
          options={[{ value: '', label: 'Choose …' }, ...names]}
          onChange={setSlug}
        />
        {character && (
          <Select
            label="Talent and hit"
            isWide
            value={current ? String(current.row) : ''}
            options={[
              ...(current ? [] : [{ value: '', label: 'Choose …' }]),
              ...character.rows.map(({ kind, name }, at) => option(at, `${ATTACKS[kind]}: ${name}`)),
            ]}
            onChange={(row) => row !== '' && pick(withRow(character, Number(row), picks))}
          />
        )}
        {current && <HitSelects picks={current} pick={pick} />}
      </div>
      {hasFailed && <p role="status">The character’s figures could not be loaded.</p>}
      {current && <EquipmentFields index={index} picks={current} pick={pick} />}
    </>
  );
}

function HitSelects({ picks, pick }: { picks: Picks; pick: (picks: Picks) => void }) {
  const { character } = picks;
  const values = character.rows[picks.row]?.values ?? [];
  const elements = [...new Set([character.element, 'Physical'])];
  return (
    <>
      <Select
        label="Level of the character"
        value={String(picks.step)}
        options={character.steps.map(([level], at) => option(at, level))}
        onChange={(step) => pick({ ...picks, step: Number(step) })}
      />
      <Select
        label="Talent level"
        value={String(picks.talentLevel)}
        options={values.map((_, at) => option(at, String(at + 1)))}
        onChange={(level) => pick({ ...picks, talentLevel: Number(level) })}
      />
      <Select
        label="Type of damage"
        value={picks.element}
        options={elements.map((value) => ({ value, label: value }))}
        onChange={(element) => pick({ ...picks, element })}
      />
    </>
  );
}

function option(at: number, label: string): Option {
  return { value: String(at), label };
}

/** The picks for a hit; equipment stays if the character can carry it. */
function withRow(character: Picks['character'], row: number, old: Picks | null): Picks {
  const hit = character.rows[row];
  const isSame = old?.character === character;
  const usual = character.steps.findIndex(([level]) => level === DEFAULT_LEVEL);
  return {
    character,
    row,
    step: isSame ? old.step : Math.max(usual, 0),
    talentLevel: isSame ? Math.min(old.talentLevel, (hit?.values.length ?? 1) - 1) : DEFAULT_TALENT,
    element: hit ? usualElement(character, hit) : character.element,
    weapon: old?.weapon?.type === character.weapon ? old.weapon : null,
    rank: old?.rank ?? 0,
    active: old?.weapon?.type === character.weapon ? old.active : [],
    set: old?.set ?? null,
    enemy: old?.enemy ?? null,
  };
}
