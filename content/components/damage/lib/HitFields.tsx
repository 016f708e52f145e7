import type { ReactNode } from 'react';
import { Chips } from '../../lib/Chips';
import { LAST_LEVEL } from './damage';
import { Field } from '../../lib/Field';
import { CRITS, REACTIONS, STATS, type HitState } from './hitState';
import { Select } from '../../lib/Select';

export type HitFieldsProps = { state: HitState; change: (part: Partial<HitState>) => void };

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="tool-group">
      <legend>{legend}</legend>
      <div className="tool-fields">{children}</div>
    </fieldset>
  );
}

/** The inputs of a hit, in the groups of the formula. */
export function HitFields({ state, change }: HitFieldsProps) {
  const field = (
    key: keyof HitState,
    label: string,
    unit?: string,
    bounds: { min?: number; max?: number } = { min: 0 },
  ) => (
    <Field label={label} value={state[key]} unit={unit} {...bounds} onChange={(value) => change({ [key]: value })} />
  );
  const name = STATS.find(({ value }) => value === state.stat)?.label ?? 'ATK';
  return (
    <div className="tool-groups">
      <Group legend="Base damage">
        <Select label="Scales with" value={state.stat} options={STATS} onChange={(stat) => change({ stat })} />
        {state.stat !== 'EM' && field('base', `${name} of the character`)}
        {state.stat === 'ATK' && field('weapon', 'ATK of the weapon')}
        {state.stat !== 'EM' && field('bonus', `${name} bonus`, '%', {})}
        {state.stat !== 'EM' && field('flat', `Flat ${name}`)}
        {field('talent', 'Talent value', '%')}
        {field('times', 'Base DMG multiplier')}
        {field('add', 'Additive base DMG')}
      </Group>
      <Group legend="Bonuses and CRIT">
        {field('dmg', 'DMG bonuses', '%', {})}
        {field('less', 'DMG reduction of the target', '%', {})}
        {state.crit === 'average' && field('rate', 'CRIT Rate', '%')}
        {state.crit !== 'plain' && field('cd', 'CRIT DMG', '%')}
        <Chips legend="The hit is" value={state.crit} options={CRITS} onChange={(crit) => change({ crit })} />
      </Group>
      <Group legend="Enemy">
        {field('level', 'Level of the character', undefined, { min: 1, max: LAST_LEVEL })}
        {field('enemy', 'Level of the enemy', undefined, { min: 1, max: 200 })}
        {field('shred', 'DEF reduction', '%')}
        {field('ignore', 'DEF ignore', '%')}
        {field('res', 'Base RES', '%', {})}
        {field('resdown', 'RES reduction', '%', {})}
      </Group>
      <Group legend="Reaction">
        <Select
          label="The hit triggers"
          value={state.reaction}
          options={REACTIONS}
          onChange={(reaction) => change({ reaction })}
        />
        {field('em', 'Elemental Mastery')}
        {field('rbonus', 'Reaction bonus', '%', {})}
      </Group>
    </div>
  );
}
