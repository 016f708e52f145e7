/** A second set-up of the calculator, stored in one value of the address. */
import { CRITS, crits, HIT_DEFAULTS, HIT_FIELDS, hitOf, invalidLabels, isShown, labelOf } from './hitState';
import { REACTIONS, STATS, type HitField, type HitState } from './hitState';
import { damageOf } from './hit';
import { readState, writeState } from '../../lib/toolState';

/** The packed form of the defaults, which have no query of their own. */
const UNCHANGED = '-';

/** A set-up as one value; it is never empty. */
export function packSetUp(state: HitState): string {
  return writeState('', state, HIT_DEFAULTS).slice(1) || UNCHANGED;
}

/** The set-up that a value holds; null for an empty value. */
export function unpackSetUp(text: string): HitState | null {
  if (text === '') return null;
  return readState(text === UNCHANGED ? '' : text, HIT_DEFAULTS);
}

export type Difference = { label: string; a: string; b: string };

const WORDS: Partial<Record<HitField, { value: string; label: string }[]>> = {
  stat: STATS,
  crit: CRITS,
  reaction: REACTIONS,
};

/** What a field holds, in words; a dash where the set-up does not have it. */
function fieldText(key: HitField, state: HitState): string {
  if (!isShown(key, state)) return '\u2013';
  return WORDS[key]?.find(({ value }) => value === state[key])?.label ?? state[key];
}

/** The shown fields in which two set-ups differ; one that names another stat differs, too. */
function differingFields(a: HitState, b: HitState): HitField[] {
  return HIT_FIELDS.filter((key) => {
    const isEqual = fieldText(key, a) === fieldText(key, b) && labelOf(key, a.stat) === labelOf(key, b.stat);
    return !isEqual && (isShown(key, a) || isShown(key, b));
  });
}

/** The inputs in which two set-ups differ. */
export function differencesOf(a: HitState, b: HitState): Difference[] {
  return differingFields(a, b).map((key) => {
    const labels = [a, b].filter((state) => isShown(key, state)).map(({ stat }) => labelOf(key, stat));
    return { label: [...new Set(labels)].join(' / '), a: fieldText(key, a), b: fieldText(key, b) };
  });
}

/** `Talent value 218`: the shown inputs that differ from another set-up. */
export function changesOf(from: HitState, state: HitState): string[] {
  return differingFields(from, state)
    .filter((key) => isShown(key, state))
    .map((key) => `${labelOf(key, state.stat)} ${fieldText(key, state)}`);
}

/** The damage of a set-up, NaN if one of its fields is not valid. */
export function damageOfState(state: HitState): number {
  return invalidLabels(state).length > 0 ? NaN : damageOf(hitOf(state), crits(state));
}

/** `+12.3%`: how far `value` lies above `base`. */
export function gainText(value: number, base: number): string {
  const gain = (value / base - 1) * 100;
  if (!Number.isFinite(gain)) return '\u2013';
  const text = Math.abs(gain).toFixed(1);
  return text === '0.0' ? '±0%' : `${gain < 0 ? '\u2212' : '+'}${text}%`;
}
