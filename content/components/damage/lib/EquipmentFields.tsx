import type { PresetIndex } from './presetData';
import { passivesFor, type Picks } from './presets';
import { Select } from '../../lib/Select';

export type EquipmentFieldsProps = { index: PresetIndex; picks: Picks; pick: (picks: Picks) => void };

const NONE = { value: '', label: 'None' };
const RANKS = [1, 2, 3, 4, 5];

/** The picks of weapon, refinement, active effects, set and enemy. */
export function EquipmentFields({ index, picks, pick }: EquipmentFieldsProps) {
  const { weapon, rank, active } = picks;
  const weapons = Object.values(index.weapons).filter(({ type }) => type === picks.character.weapon);
  const sets = Object.values(index.sets);
  const passives = passivesFor(picks);
  const named = (list: { name: string }[]) => [NONE, ...list.map(({ name }) => ({ value: name, label: name }))];
  const byName = <T extends { name: string }>(list: T[], name: string) => list.find((one) => one.name === name) ?? null;
  const toggle = (at: number) =>
    pick({ ...picks, active: active.includes(at) ? active.filter((other) => other !== at) : [...active, at] });
  return (
    <div className="tool-fields">
      <Select
        label="Weapon, at its highest level"
        value={weapon?.name ?? ''}
        options={named(weapons)}
        onChange={(name) => pick({ ...picks, weapon: byName(weapons, name), active: [] })}
      />
      {weapon && passives.length > 0 && (
        <Select
          label="Refinement"
          value={String(rank)}
          options={RANKS.map((number, at) => ({ value: String(at), label: `R${number}` }))}
          onChange={(value) => pick({ ...picks, rank: Number(value) })}
        />
      )}
      {passives.length > 0 && (
        <fieldset className="tool-checks">
          <legend>Figures of the passive that are active</legend>
          {passives.map(([at, { stat, unit, values }]) => (
            <label key={at}>
              <input type="checkbox" checked={active.includes(at)} onChange={() => toggle(at)} />
              <span>{`${stat} +${values[rank] ?? 0}${unit}`}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Select
        label="Two pieces of a set"
        value={picks.set?.name ?? ''}
        options={named(sets)}
        onChange={(name) => pick({ ...picks, set: byName(sets, name) })}
      />
      <Select
        label="Enemy"
        isWide
        value={picks.enemy?.name ?? ''}
        options={named(index.enemies)}
        onChange={(name) => pick({ ...picks, enemy: byName(index.enemies, name) })}
      />
    </div>
  );
}
