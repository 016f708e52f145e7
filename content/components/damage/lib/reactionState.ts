import formulas from '../../../data/formulas.json';
import { amplification, LAST_LEVEL, reactionDamage, resistanceFactor, type ReactionKind } from './damage';
import { toNumber } from '../../lib/toolState';

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

export function readingOf(state: ReactionState): ReactionInputs {
  return {
    level: toNumber(state.level, 1, LAST_LEVEL),
    mastery: toNumber(state.em, 0),
    bonus: toNumber(state.rbonus) / 100,
    res: toNumber(state.res) / 100,
    hit: toNumber(state.hit, 0),
  };
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
