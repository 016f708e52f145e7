import '../entity.css';
import '../tools.css';
import { HitFields } from './lib/HitFields';
import { HitTable } from './lib/HitTable';
import { crits, HIT_DEFAULTS, hitOf, invalidLabels } from './lib/hitState';
import { Presets } from './lib/Presets';
import { SetUps } from './lib/SetUps';
import { changesOf, damageOfState, unpackSetUp } from './lib/setUps';
import { formatResult } from '../lib/number';
import { Tool } from '../lib/Tool';
import { readState, useToolState } from '../lib/toolState';

export const interactive = true;

const DEFAULTS = { ...HIT_DEFAULTS, against: '' };
const MAX_INPUTS = 3;

/** `29,320: Talent value 218, Base RES −20`: the damage, and the first inputs that differ from the worked example. */
function summarize(search: string): string {
  const { against, ...state } = readState(search, DEFAULTS);
  const inputs = changesOf(HIT_DEFAULTS, state);
  const more = inputs.length > MAX_INPUTS ? ' …' : '';
  const setUpA = unpackSetUp(against);
  const compared = setUpA ? `; compared with ${formatResult(damageOfState(setUpA), 0)}` : '';
  const own = inputs.slice(0, MAX_INPUTS).join(', ') || 'the worked example';
  return `${formatResult(damageOfState(state), 0)}: ${own}${more}${compared}`;
}

/** A hit through the damage formula, each factor in its order; at first the worked example. */
export default function DamageCalculator() {
  const [{ against, ...state }, change, note] = useToolState(DEFAULTS);
  const setUpA = unpackSetUp(against);
  return (
    <Tool title="Damage of one hit" onReset={() => change(DEFAULTS)} summarize={summarize}>
      <Presets state={state} change={change} note={note} />
      <HitFields state={state} change={change} />
      <HitTable
        hit={hitOf(state)}
        crit={crits(state)}
        invalid={invalidLabels(state)}
        against={setUpA ? damageOfState(setUpA) : undefined}
      />
      <SetUps state={state} against={against} change={change} />
    </Tool>
  );
}
