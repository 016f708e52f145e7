import type { ReactNode } from 'react';
import { Chips } from '../../lib/Chips';
import { Field } from '../../lib/Field';
import { boundsOf, CRITS, IMMUNE, isShown, labelOf, REACTIONS, STATS, type HitField, type HitState } from './hitState';
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
  const field = (key: HitField, unit?: string) =>
    isShown(key, state) && (
      <Field
        label={labelOf(key, state.stat)}
        value={state[key]}
        unit={unit}
        word={key === 'res' ? IMMUNE : undefined}
        {...boundsOf(key)}
        onChange={(value) => change({ [key]: value })}
      />
    );
  return (
    <div className="tool-groups">
      <Group legend="Base damage">
        <Select
          label={labelOf('stat', state.stat)}
          value={state.stat}
          options={STATS}
          onChange={(stat) => change({ stat })}
        />
        {field('base')}
        {field('weapon')}
        {field('bonus', '%')}
        {field('flat')}
        {field('talent', '%')}
        {field('times')}
        {field('add')}
      </Group>
      <Group legend="Bonuses and CRIT">
        {field('dmg', '%')}
        {field('less', '%')}
        {field('rate', '%')}
        {field('cd', '%')}
        <Chips
          legend={labelOf('crit', state.stat)}
          value={state.crit}
          options={CRITS}
          onChange={(crit) => change({ crit })}
        />
      </Group>
      <Group legend="Enemy">
        {field('level')}
        {field('enemy')}
        {field('shred', '%')}
        {field('ignore', '%')}
        {field('res', '%')}
        {field('resdown', '%')}
      </Group>
      <Group legend="Reaction">
        <Select
          label={labelOf('reaction', state.stat)}
          value={state.reaction}
          options={REACTIONS}
          onChange={(reaction) => change({ reaction })}
        />
        {field('em')}
        {field('rbonus', '%')}
      </Group>
    </div>
  );
}
