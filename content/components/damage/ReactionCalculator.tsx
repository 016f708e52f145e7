import '../entity.css';
import '../tools.css';
import type { ReactionKind } from './lib/damage';
import { ReactionFields } from './lib/ReactionFields';
import { ReactionTable } from './lib/ReactionTable';
import { invalidReactionLabels, REACTION_DEFAULTS, readingOf, rowsOf } from './lib/reactionState';
import { Tool } from '../lib/Tool';
import { useToolState } from '../lib/toolState';

export const interactive = true;

export type ReactionCalculatorProps = { kind: ReactionKind };

const TITLES: Record<ReactionKind, string> = {
  amplifying: 'Factor of Melt and Vaporize',
  transformative: 'Damage of transformative reactions',
  additive: 'What Spread and Aggravate add',
};

/** All reactions of one kind at a level, a mastery and a resistance; at first the example of its page. */
export default function ReactionCalculator({ kind }: ReactionCalculatorProps) {
  const defaults = REACTION_DEFAULTS[kind];
  const [state, change] = useToolState(defaults);
  const inputs = readingOf(kind, state);
  return (
    <Tool title={TITLES[kind]} onReset={() => change(defaults)}>
      <ReactionFields kind={kind} state={state} change={change} />
      <ReactionTable
        kind={kind}
        rows={rowsOf(kind, inputs)}
        inputs={inputs}
        invalid={invalidReactionLabels(kind, state)}
      />
    </Tool>
  );
}
