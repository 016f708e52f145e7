import '../entity.css';
import '../tools.css';
import { formatRounded } from '../lib/arithmetic';
import { HitFields } from './lib/HitFields';
import { HitTable } from './lib/HitTable';
import { crits, HIT_DEFAULTS, hitOf } from './lib/hitState';
import { Presets } from './lib/Presets';
import { SetUps } from './lib/SetUps';
import { damageOfState, differencesOf, unpackSetUp } from './lib/setUps';
import { Tool } from '../lib/Tool';
import { readState, useToolState } from '../lib/toolState';

export const interactive = true;

const DEFAULTS = { ...HIT_DEFAULTS, against: '' };
const MAX_INPUTS = 3;

/** `29,320: Talent value 218, Base RES −20`: the damage, and the first inputs that differ from the worked example. */
function summarize(search: string): string {
  const state = readState(search, HIT_DEFAULTS);
  const inputs = differencesOf(HIT_DEFAULTS, state).map(({ label, b }) => `${label} ${b}`);
  const more = inputs.length > MAX_INPUTS ? ' …' : '';
  return `${formatRounded(damageOfState(state), 0)}: ${inputs.slice(0, MAX_INPUTS).join(', ') || 'the worked example'}${more}`;
}

/** A hit through the damage formula, each factor in its order; at first the worked example. */
export default function DamageCalculator() {
  const [{ against, ...state }, change] = useToolState(DEFAULTS);
  const setUpA = unpackSetUp(against);
  return (
    <Tool title="Damage of one hit" onReset={() => change(DEFAULTS)} summarize={summarize}>
      <Presets state={state} change={change} />
      <HitFields state={state} change={change} />
      <HitTable hit={hitOf(state)} crit={crits(state)} against={setUpA ? damageOfState(setUpA) : undefined} />
      <SetUps state={state} against={against} change={change} />
    </Tool>
  );
}
