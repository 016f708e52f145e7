import type { PresetIndex, PresetPassive } from './presetData';
import { passivesFor, passiveValue, type Picks } from './picks';
import { Select } from '../../../lib/Select';

export type EquipmentFieldsProps = { index: PresetIndex; picks: Picks; pick: (picks: Picks) => void };

const NONE = { value: '', label: 'None' };
/** `ATK +12%` */
function gainText(passive: PresetPassive, rank: number, stacks: number): string {
  return `${passive.stat} +${Number(passiveValue(passive, rank, stacks).toFixed(2))}${passive.unit}`;
}

const RANKS = [1, 2, 3, 4, 5];

/** The picks of weapon, refinement, stacks of its passive, set and enemy. */
export function EquipmentFields({ index, picks, pick }: EquipmentFieldsProps) {
  const { weapon, rank } = picks;
  const weapons = Object.values(index.weapons).filter(({ type }) => type === picks.character.weapon);
  const sets = Object.values(index.sets);
  const passives = passivesFor(picks);
  const named = (list: { name: string }[]) => [NONE, ...list.map(({ name }) => ({ value: name, label: name }))];
  const byName = <T extends { name: string }>(list: T[], name: string) => list.find((one) => one.name === name) ?? null;
  return (
    <div className="tool-fields">
      <Select
        label="Weapon, at its highest level"
        value={weapon?.name ?? ''}
        options={named(weapons)}
        onChange={(name) => pick({ ...picks, weapon: byName(weapons, name), active: {} })}
      />
      {weapon && passives.length > 0 && (
        <Select
          label="Refinement"
          value={String(rank)}
          options={RANKS.map((number, at) => ({ value: String(at), label: `R${number}` }))}
          onChange={(value) => pick({ ...picks, rank: Number(value) })}
        />
      )}
      <PassiveFields picks={picks} passives={passives} pick={pick} />
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

type PassiveFieldsProps = Pick<EquipmentFieldsProps, 'picks' | 'pick'> & { passives: [number, PresetPassive][] };

/** Which figures of the passive are active, and with how many stacks. */
function PassiveFields({ picks, passives, pick }: PassiveFieldsProps) {
  const { rank, active } = picks;
  const setStacks = (at: number, stacks: number) => pick({ ...picks, active: { ...active, [at]: stacks } });
  const single = passives.filter(([, { stacks }]) => stacks === undefined);
  return (
    <>
      {single.length > 0 && (
        <fieldset className="tool-checks">
          <legend>Figures of the passive that are active</legend>
          {single.map(([at, passive]) => (
            <label key={at}>
              <input
                type="checkbox"
                checked={active[at] === 1}
                onChange={(event) => setStacks(at, event.currentTarget.checked ? 1 : 0)}
              />
              <span>{gainText(passive, rank, 1)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {passives.map(
        ([at, passive]) =>
          passive.stacks && (
            <Select
              key={at}
              label={`${Array.isArray(passive.values[0]) ? 'Step' : 'Stacks'} of the passive: ${passive.stat}`}
              value={String(active[at] ?? 0)}
              options={Array.from({ length: passive.stacks + 1 }, (_, stacks) => ({
                value: String(stacks),
                label: stacks === 0 ? 'None' : `${stacks}: ${gainText(passive, rank, stacks)}`,
              }))}
              onChange={(stacks) => setStacks(at, Number(stacks))}
            />
          ),
      )}
    </>
  );
}
