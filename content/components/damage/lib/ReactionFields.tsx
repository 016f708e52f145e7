import type { ReactionKind } from './damage';
import { Field } from '../../lib/Field';
import { REACTION_FIELDS, type ReactionState } from './reactionState';

export type ReactionFieldsProps = {
  kind: ReactionKind;
  state: ReactionState;
  change: (part: Partial<ReactionState>) => void;
};

/** The inputs of a calculator. */
export function ReactionFields({ kind, state, change }: ReactionFieldsProps) {
  return (
    <div className="tool-fields">
      {REACTION_FIELDS[kind].map(({ key, label, unit, bounds }) => (
        <Field
          key={key}
          label={label}
          value={state[key]}
          unit={unit}
          {...bounds}
          onChange={(value) => change({ [key]: value })}
        />
      ))}
    </div>
  );
}
