import { LAST_LEVEL, type ReactionKind } from './damage';
import { Field } from '../../lib/Field';
import type { ReactionState } from './reactionState';

export type ReactionFieldsProps = {
  kind: ReactionKind;
  state: ReactionState;
  change: (part: Partial<ReactionState>) => void;
};

/** Level, mastery and resistance, and the hit where the reaction is part of one. */
export function ReactionFields({ kind, state, change }: ReactionFieldsProps) {
  return (
    <div className="tool-fields">
      {kind !== 'amplifying' && (
        <Field
          label="Level of the character"
          value={state.level}
          min={1}
          max={LAST_LEVEL}
          onChange={(level) => change({ level })}
        />
      )}
      <Field label="Elemental Mastery" value={state.em} min={0} onChange={(em) => change({ em })} />
      <Field label="Reaction bonus" value={state.rbonus} unit="%" onChange={(rbonus) => change({ rbonus })} />
      {kind === 'amplifying' && (
        <Field label="Hit without RES and reaction" value={state.hit} min={0} onChange={(hit) => change({ hit })} />
      )}
      {kind === 'additive' && (
        <Field label="Base damage of the hit" value={state.hit} min={0} onChange={(hit) => change({ hit })} />
      )}
      <Field label="RES of the enemy" value={state.res} unit="%" onChange={(res) => change({ res })} />
    </div>
  );
}
