import { EquipmentFields } from './EquipmentFields';
import { HitSelects } from './HitSelects';
import { LoadError } from '../LoadError';
import { equipmentOf, picksOf, type Choice } from './pickState';
import type { PresetIndex } from './presetData';
import { isComplete, resistanceOf, type Picks } from './picks';
import { Select } from '../../../lib/Select';
import { usePresetElement } from './usePresets';

export type PresetFieldsProps = {
  index: PresetIndex;
  choice: Choice;
  onCharacter: (who: string) => void;
  onPick: (picks: Picks) => void;
};

const DEFAULT_LEVEL = '90';
/** Talent levels count from 0 here: 8 is level 9. */
const DEFAULT_TALENT = 8;

const ATTACKS = { na: 'Attack', e: 'Skill', q: 'Burst' };

/** The picks of character, level and hit; once the hit is known, of the equipment and the enemy. */
export function PresetFields({ index, choice, onCharacter, onPick }: PresetFieldsProps) {
  const { who } = choice;
  const known = Object.hasOwn(index.characters, who) ? index.characters[who] : undefined;
  const { data: characters, hasFailed, retry } = usePresetElement(known?.element ?? null);
  const character = known && characters?.[who];
  const current = character ? picksOf(choice, character, index) : null;
  const row = current?.character.rows[current.row];
  const names = Object.entries(index.characters).map(([value, { name }]) => ({ value, label: name }));
  return (
    <>
      <div className="tool-fields">
        <Select
          label="Character"
          value={known ? who : ''}
          options={[{ value: '', label: 'Choose …' }, ...names]}
          onChange={onCharacter}
        />
        {character && (
          <Select
            label="Talent and hit"
            isWide
            value={current ? String(current.row) : ''}
            options={[
              ...(current ? [] : [{ value: '', label: 'Choose …' }]),
              ...character.rows.map(({ kind, name }, at) => ({
                value: String(at),
                label: `${ATTACKS[kind]}: ${name}`,
              })),
            ]}
            onChange={(hit) =>
              hit !== '' &&
              onPick({ ...withRow(character, Number(hit), current), ...equipmentOf(choice, character, index) })
            }
          />
        )}
        {current && row && <HitSelects picks={current} row={row} pick={onPick} />}
      </div>
      {hasFailed && <LoadError what="The character’s figures" retry={retry} />}
      {current && <PickNote picks={current} />}
      {current && isComplete(current) && <EquipmentFields index={index} picks={current} pick={onPick} />}
    </>
  );
}

/** What keeps the fields from being filled in, and an enemy that takes no damage. */
function PickNote({ picks }: { picks: Picks }) {
  const { category, enemy, element } = picks;
  const open = [category === '' ? 'what the hit counts as' : '', element === '' ? 'its type of damage' : ''];
  const missing = open.filter((part) => part !== '').join(' and ');
  const immune = resistanceOf(picks) === null ? `${enemy?.name} is immune to ${element}: it takes no damage.` : '';
  return <p role="status">{missing === '' ? immune : `Choose ${missing}: the fields are filled in then.`}</p>;
}

type Equipment = ReturnType<typeof equipmentOf>;

/** The picks for a hit, without equipment; the levels stay while the character is the same. */
function withRow(character: Picks['character'], row: number, old: Picks | null): Omit<Picks, keyof Equipment> {
  const hit = character.rows[row];
  const usual = character.steps.findIndex(([level]) => level === DEFAULT_LEVEL);
  return {
    character,
    row,
    step: old?.step ?? Math.max(usual, 0),
    talentLevel: old ? Math.min(old.talentLevel, (hit?.values.length ?? 1) - 1) : DEFAULT_TALENT,
    category: hit?.category ?? '',
    element: hit?.element ?? '',
  };
}
