import formulas from '../../../data/formulas.json';
import { amplification, LAST_LEVEL, reactionDamage, resistanceFactor, type ReactionKind } from './damage';
import { readNumber, type Bounds } from '../../lib/number';

const COMMON = { level: '90', em: '200', rbonus: '0', res: '10' };

/** The examples of the three pages. The keys are query parameters; `hit` is the hit that the reaction is part of. */
export const REACTION_DEFAULTS: Record<ReactionKind, ReactionState> = {
  amplifying: { ...COMMON, hit: '1000' },
  transformative: { ...COMMON, em: '800', hit: '0' },
  additive: { ...COMMON, hit: '800' },
};

export type ReactionState = Record<'level' | 'em' | 'rbonus' | 'res' | 'hit', string>;
export type ReactionInputs = { level: number; mastery: number; bonus: number; res: number; hit: number };

export type ReactionRow = {
  name: string;
  /** The element of the damage, or who triggers on whom. */
  about: string;
  factor: number;
  /** The reaction's own figure: a factor, or damage before resistance. */
  value: number;
  /** What comes of it at the enemy. */
  result: number;
};

/** A field of a calculator, with what the game allows. */
export type ReactionField = { key: keyof ReactionState; label: string; unit?: string; bounds: Bounds };

const LEVEL: ReactionField = {
  key: 'level',
  label: 'Level of the character',
  bounds: { min: 1, max: LAST_LEVEL, isWhole: true },
};
const MASTERY: ReactionField = { key: 'em', label: 'Elemental Mastery', bounds: { min: 0 } };
const BONUS: ReactionField = { key: 'rbonus', label: 'Reaction bonus', unit: '%', bounds: {} };
const RES: ReactionField = { key: 'res', label: 'RES of the enemy', unit: '%', bounds: {} };
const hitField = (label: string): ReactionField => ({ key: 'hit', label, bounds: { min: 0 } });

/** Level, mastery and resistance, and the hit where the reaction is part of one. */
export const REACTION_FIELDS: Record<ReactionKind, ReactionField[]> = {
  amplifying: [MASTERY, BONUS, hitField('Hit without RES and reaction'), RES],
  transformative: [LEVEL, MASTERY, BONUS, RES],
  additive: [LEVEL, MASTERY, BONUS, hitField('Base damage of the hit'), RES],
};

/** The inputs as numbers, NaN for those that are not valid. */
export function readingOf(kind: ReactionKind, state: ReactionState): ReactionInputs {
  const number = (key: keyof ReactionState) => {
    const field = REACTION_FIELDS[kind].find((one) => one.key === key);
    return field ? readNumber(state[key], field.bounds) : 0;
  };
  return {
    level: number('level'),
    mastery: number('em'),
    bonus: number('rbonus') / 100,
    res: number('res') / 100,
    hit: number('hit'),
  };
}

/** The labels of the fields that hold no number within their bounds. */
export function invalidReactionLabels(kind: ReactionKind, state: ReactionState): string[] {
  return REACTION_FIELDS[kind]
    .filter(({ key, bounds }) => Number.isNaN(readNumber(state[key], bounds)))
    .map(({ label }) => label);
}

export function rowsOf(kind: ReactionKind, { level, mastery, bonus, res, hit }: ReactionInputs): ReactionRow[] {
  const through = resistanceFactor(res);
  if (kind === 'amplifying') {
    return formulas.amplifying.factors.map(({ name, pairs, factor }) => {
      const value = amplification(factor, mastery, bonus);
      return { name, about: pairs, factor, value, result: hit * through * value };
    });
  }
  return formulas[kind].factors.map(({ name, element, factor }) => {
    const value = reactionDamage(kind, factor, level, mastery, bonus);
    return { name, about: element, factor, value, result: (kind === 'additive' ? hit + value : value) * through };
  });
}
