import player from '../../../data/curves/elemental-player.json';
import formulas from '../../../data/formulas.json';

export type ReactionKind = 'amplifying' | 'transformative' | 'additive';

/** The highest level a character reaches; the curve goes on for others. */
export const LAST_LEVEL = 100;

/** What Elemental Mastery adds in the bracket of a kind of reaction. */
export function masteryBonus(kind: ReactionKind, mastery: number): number {
  const { scale, offset } = formulas[kind].mastery;
  return (scale * mastery) / (offset + mastery);
}

export function levelMultiplier(level: number): number {
  const at = Math.round(Math.min(Math.max(level, 1), LAST_LEVEL)) - player.first_level;
  return player.values[at] ?? NaN;
}

/** The factor that levels, DEF reduction and DEF ignore leave; reductions stop at their cap. */
export function defenseFactor(level: number, enemyLevel: number, reduction = 0, ignored = 0): number {
  const { offset, reduction_cap: cap } = formulas.defense;
  const own = level + offset;
  return own / (own + (enemyLevel + offset) * (1 - Math.min(reduction, cap)) * (1 - ignored));
}

/** The factor the resistance leaves; shares, not percent. */
export function resistanceFactor(resistance: number): number {
  const { below_zero: below, bend, steepness } = formulas.resistance;
  if (resistance < 0) return 1 - resistance * below;
  return resistance < bend ? 1 - resistance : 1 / (steepness * resistance + 1);
}

/** The factor of an amplifying reaction. */
export function amplification(factor: number, mastery: number, bonus = 0): number {
  return factor * (1 + masteryBonus('amplifying', mastery) + bonus);
}

/** What a reaction of the other two kinds deals or adds, before resistance. */
export function reactionDamage(kind: ReactionKind, factor: number, level: number, mastery: number, bonus = 0): number {
  return factor * levelMultiplier(level) * (1 + masteryBonus(kind, mastery) + bonus);
}

/** The factors of a kind of reaction by name. */
export function factorOf(kind: ReactionKind, name: string): number | undefined {
  return formulas[kind].factors.find((one) => one.name === name)?.factor;
}
