/** A second set-up of the calculator, stored in one value of the address. */
import { CRITS, HIT_DEFAULTS, hitOf, crits, labelOf, REACTIONS, STATS, type HitState } from './hitState';
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

const WORDS: Partial<Record<keyof HitState, { value: string; label: string }[]>> = {
  stat: STATS,
  crit: CRITS,
  reaction: REACTIONS,
};

/** The inputs in which two set-ups differ. */
export function differencesOf(a: HitState, b: HitState): Difference[] {
  const keys = Object.keys(HIT_DEFAULTS) as (keyof HitState)[];
  const word = (key: keyof HitState, value: string) =>
    WORDS[key]?.find((option) => option.value === value)?.label ?? value;
  return keys
    .filter((key) => a[key] !== b[key])
    .map((key) => ({ label: labelOf(key, b.stat), a: word(key, a[key]), b: word(key, b[key]) }));
}

/** The damage of a set-up. */
export function damageOfState(state: HitState): number {
  return damageOf(hitOf(state), crits(state));
}

/** `+12.3%`: how far `value` lies above `base`. */
export function gainText(value: number, base: number): string {
  const gain = (value / base - 1) * 100;
  if (!Number.isFinite(gain)) return '\u2013';
  const text = Math.abs(gain).toFixed(1);
  return text === '0.0' ? '±0%' : `${gain < 0 ? '\u2212' : '+'}${text}%`;
}
