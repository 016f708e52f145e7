import formulas from '../../../data/formulas.json';
import { LAST_LEVEL } from './damage';
import type { Crit, Hit } from './hit';
import { readNumber, type Bounds } from '../../lib/number';

/** The worked example of the page on the damage formula. The keys are query parameters. */
export const HIT_DEFAULTS = {
  stat: 'ATK',
  base: '340',
  weapon: '510',
  bonus: '46.6',
  flat: '311',
  talent: '200',
  times: '1',
  add: '0',
  dmg: '61.6',
  less: '0',
  crit: 'critical',
  rate: '50',
  cd: '100',
  level: '90',
  enemy: '100',
  shred: '0',
  ignore: '0',
  res: '10',
  resdown: '0',
  reaction: 'Forward',
  em: '200',
  rbonus: '0',
  /** What the last pick from the library filled in; it has no field of its own. */
  filled: '',
  /** The picks themselves (`presets/pickState.ts`). */
  pick: '',
};

/** The RES of an enemy that takes no damage of the element. */
export const IMMUNE = 'immune';

export type HitState = typeof HIT_DEFAULTS;

export const STATS = [
  { value: 'ATK', label: 'ATK' },
  { value: 'DEF', label: 'DEF' },
  { value: 'HP', label: 'Max HP' },
  { value: 'EM', label: 'Elemental Mastery' },
];

/** The keys that have a field. */
export type HitField = Exclude<keyof HitState, 'filled' | 'pick'>;

const LABELS: Record<HitField, string> = {
  stat: 'Scales with',
  base: 'of the character',
  weapon: 'ATK of the weapon',
  bonus: 'bonus',
  flat: 'Flat',
  talent: 'Talent value',
  times: 'Base DMG multiplier',
  add: 'Additive base DMG',
  dmg: 'DMG bonuses',
  less: 'DMG reduction of the target',
  crit: 'The hit is',
  rate: 'CRIT Rate',
  cd: 'CRIT DMG',
  level: 'Level of the character',
  enemy: 'Level of the enemy',
  shred: 'DEF reduction',
  ignore: 'DEF ignore',
  res: 'Base RES',
  resdown: 'RES reduction',
  reaction: 'The hit triggers',
  em: 'Elemental Mastery',
  rbonus: 'Reaction bonus',
};

export const HIT_FIELDS = Object.keys(LABELS) as HitField[];
const NUMBERS = HIT_FIELDS.filter((key) => key !== 'stat' && key !== 'crit' && key !== 'reaction');

/** Whether a field is of use in this state, and shown. */
export function isShown(key: HitField, { stat, crit }: HitState): boolean {
  if (key === 'weapon') return stat === 'ATK';
  if (key === 'base' || key === 'bonus' || key === 'flat') return stat !== 'EM';
  if (key === 'rate') return crit === 'average';
  return key !== 'cd' || crit !== 'plain';
}

/** The label of an input; three of them name the stat that the hit scales with. */
export function labelOf(key: HitField, stat: string): string {
  const name = STATS.find(({ value }) => value === stat)?.label ?? 'ATK';
  if (key === 'flat') return `${LABELS.flat} ${name}`;
  return key === 'base' || key === 'bonus' ? `${name} ${LABELS[key]}` : LABELS[key];
}

export const CRITS: { value: Crit; label: string }[] = [
  { value: 'critical', label: 'Critical' },
  { value: 'plain', label: 'Not critical' },
  { value: 'average', label: 'On average' },
];

export const REACTIONS = [
  { value: 'none', label: 'None' },
  ...formulas.amplifying.factors.map(({ name, factor }) => ({
    value: name,
    label: `${name} Melt or Vaporize (${factor}×)`,
  })),
  ...formulas.additive.factors.map(({ name }) => ({ value: name, label: name })),
];

export function crits({ crit }: HitState): Crit {
  return CRITS.find(({ value }) => value === crit)?.value ?? 'critical';
}

/** What the game allows; other fields take any number. */
const BOUNDS: Partial<Record<HitField, Bounds>> = {
  ...Object.fromEntries(
    ['base', 'weapon', 'flat', 'talent', 'times', 'add', 'rate', 'cd', 'shred', 'em'].map((key) => [key, { min: 0 }]),
  ),
  level: { min: 1, max: LAST_LEVEL, isWhole: true },
  enemy: { min: 1, max: 200, isWhole: true },
  ignore: { min: 0, max: 100 },
};

export function boundsOf(key: HitField): Bounds {
  return BOUNDS[key] ?? {};
}

/** The labels of the shown fields that hold no number within their bounds. */
export function invalidLabels(state: HitState): string[] {
  return NUMBERS.filter((key) => isShown(key, state) && Number.isNaN(numberOf(key, state))).map((key) =>
    labelOf(key, state.stat),
  );
}

function numberOf(key: HitField, state: HitState): number {
  return key === 'res' && state.res === IMMUNE ? Infinity : readNumber(state[key], boundsOf(key));
}

/** The inputs as numbers, NaN for those that are not valid. */
export function hitOf(state: HitState): Hit {
  const number = (key: HitField) => numberOf(key, state);
  return {
    stat: STATS.some(({ value }) => value === state.stat) ? state.stat : 'ATK',
    base: number('base'),
    weapon: number('weapon'),
    statBonus: number('bonus'),
    flat: number('flat'),
    talent: number('talent'),
    multiplier: number('times'),
    additive: number('add'),
    dmgBonus: number('dmg'),
    dmgReduction: number('less'),
    critRate: number('rate'),
    critDmg: number('cd'),
    level: number('level'),
    enemyLevel: number('enemy'),
    defReduction: number('shred'),
    defIgnore: number('ignore'),
    res: number('res'),
    resReduction: number('resdown'),
    reaction: state.reaction,
    em: number('em'),
    reactionBonus: number('rbonus'),
  };
}
