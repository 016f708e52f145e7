/** One hit through the damage formula: what goes in, and each factor in the formula's order. */
import formulas from '../../../data/formulas.json';
import { amplification, defenseFactor, factorOf, reactionDamage, resistanceFactor } from './damage';
import { formatResult } from '../../lib/number';

/** Percentages as a reader writes them: 46.6 is 46.6%. */
export type Hit = {
  stat: string;
  base: number;
  weapon: number;
  statBonus: number;
  flat: number;
  talent: number;
  multiplier: number;
  additive: number;
  dmgBonus: number;
  dmgReduction: number;
  critRate: number;
  critDmg: number;
  level: number;
  enemyLevel: number;
  defReduction: number;
  defIgnore: number;
  res: number;
  resReduction: number;
  reaction: string;
  em: number;
  reactionBonus: number;
};

export type Crit = 'critical' | 'plain' | 'average';

/** One line of the working; `value` is a sum in the first lines and a factor in the others. */
export type Factor = { name: string; working: string; value: number; isFactor: boolean; product: number };

const pct = (percent: number) => percent / 100;
const text = (value: number) => formatResult(value);
const percentText = (value: number) => `${text(value)}%`;

function statOf({ stat, base, weapon, statBonus, flat, em }: Hit): { value: number; working: string } {
  if (stat === 'EM') return { value: em, working: `Elemental Mastery ${text(em)}` };
  const sum = stat === 'ATK' ? base + weapon : base;
  const first = stat === 'ATK' ? `(${text(base)} + ${text(weapon)})` : text(base);
  return {
    value: sum * (1 + pct(statBonus)) + flat,
    working: `${first} × (1 + ${percentText(statBonus)}) + ${text(flat)}`,
  };
}

export function critFactor(crit: Crit, rate: number, dmg: number): number {
  if (crit === 'plain') return 1;
  return 1 + (crit === 'critical' ? 1 : Math.min(Math.max(pct(rate), 0), 1)) * pct(dmg);
}

const CRIT_TEXT: Record<Crit, (hit: Hit) => string> = {
  critical: ({ critDmg }) => `1 + ${percentText(critDmg)}`,
  plain: () => 'not critical',
  average: ({ critRate, critDmg }) => `1 + ${percentText(Math.min(critRate, 100))} × ${percentText(critDmg)}`,
};

function defenseText({ level, enemyLevel, defReduction, defIgnore }: Hit): string {
  const { offset, reduction_cap: cap } = formulas.defense;
  const own = text(level + offset);
  const shares = [Math.min(pct(defReduction), cap), pct(defIgnore)].filter((share) => share !== 0);
  return `${own} ÷ (${own} + ${text(enemyLevel + offset)}${shares.map((share) => ` × ${text(1 - share)}`).join('')})`;
}

/** The lines that lead to the damage, in the order of the formula. */
export function factorsOf(hit: Hit, crit: Crit): Factor[] {
  const stat = statOf(hit);
  const added = factorOf('additive', hit.reaction);
  const reactionAdds =
    added === undefined ? 0 : reactionDamage('additive', added, hit.level, hit.em, pct(hit.reactionBonus));
  const talent = stat.value * pct(hit.talent) * hit.multiplier;
  const base = talent + hit.additive + reactionAdds;
  const res = hit.res - hit.resReduction;
  const amplifies = factorOf('amplifying', hit.reaction);
  const sums = [
    { name: hit.stat === 'HP' ? 'Max HP' : hit.stat, working: stat.working, value: stat.value },
    {
      name: 'Base damage',
      working: [
        `${text(stat.value)} × ${percentText(hit.talent)}`,
        hit.multiplier === 1 ? '' : ` × ${text(hit.multiplier)}`,
        hit.additive === 0 ? '' : ` + ${text(hit.additive)}`,
        reactionAdds === 0 ? '' : ` + ${text(reactionAdds)} from ${hit.reaction}`,
      ].join(''),
      value: base,
    },
  ];
  const factors = [
    {
      name: 'DMG bonus',
      working: `1 + ${percentText(hit.dmgBonus)}${hit.dmgReduction ? ` − ${percentText(hit.dmgReduction)}` : ''}`,
      value: Math.max(0, 1 + pct(hit.dmgBonus) - pct(hit.dmgReduction)),
    },
    { name: 'CRIT', working: CRIT_TEXT[crit](hit), value: critFactor(crit, hit.critRate, hit.critDmg) },
    {
      name: 'Enemy DEF',
      working: defenseText(hit),
      value: defenseFactor(hit.level, hit.enemyLevel, pct(hit.defReduction), pct(hit.defIgnore)),
    },
    {
      name: 'Enemy RES',
      working: res === Infinity ? 'immune' : `at ${percentText(res)}`,
      value: resistanceFactor(pct(res)),
    },
    {
      name: 'Amplifying reaction',
      working: amplifies === undefined ? 'none' : `${text(amplifies)} × (1 + bonuses) with ${text(hit.em)} mastery`,
      value: amplifies === undefined ? 1 : amplification(amplifies, hit.em, pct(hit.reactionBonus)),
    },
  ];
  let product = base;
  return [
    ...sums.map((line) => ({ ...line, isFactor: false, product: line.value })),
    // biome-ignore lint/suspicious/noAssignInExpressions: a running product.
    ...factors.map((line) => ({ ...line, isFactor: true, product: (product *= line.value) })),
  ];
}

export function damageOf(hit: Hit, crit: Crit): number {
  return factorsOf(hit, crit).at(-1)?.product ?? NaN;
}
