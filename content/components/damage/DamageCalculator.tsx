import '../entity.css';
import '../tools.css';
import { HitFields } from './lib/HitFields';
import { HitTable } from './lib/HitTable';
import { crits, HIT_DEFAULTS, hitOf } from './lib/hitState';
import { Tool } from '../lib/Tool';
import { useToolState } from '../lib/toolState';

export const interactive = true;

/** A hit through the damage formula, each factor in its order; at first the worked example. */
export default function DamageCalculator() {
  const [state, change] = useToolState(HIT_DEFAULTS);
  return (
    <Tool title="Damage of one hit" onReset={() => change(HIT_DEFAULTS)}>
      <HitFields state={state} change={change} />
      <HitTable hit={hitOf(state)} crit={crits(state)} />
    </Tool>
  );
}
