/** What the picks of a reader come to in the calculator's fields. */
import { HIT_DEFAULTS, IMMUNE, type HitState } from '../hitState';
import type { PresetCharacter, PresetEnemy, PresetPassive, PresetRow, PresetSet, PresetWeapon } from './presetData';

/** What damage counts as. */
export const CATEGORIES = ['Normal Attack', 'Charged Attack', 'Plunging Attack', 'Elemental Skill', 'Elemental Burst'];
export const ELEMENTS = ['Anemo', 'Cryo', 'Dendro', 'Electro', 'Geo', 'Hydro', 'Pyro', 'Physical'];

/** What a hit can be changed to: any element if the library does not state it, else that of the character or none. */
export function elementsOf(hit: PresetRow, character: PresetCharacter): string[] {
  return hit.element === null ? ELEMENTS : [...new Set([hit.element, character.element, 'Physical'])];
}

/** What decides which bonuses act on a hit. */
export type Target = { stat: string; category: string; element: string };

/** What a reader picked; indexes count from 0. */
export type Picks = {
  character: PresetCharacter;
  step: number;
  row: number;
  talentLevel: number;
  /** Empty while the reader has to choose it, because the library does not state it. */
  category: string;
  element: string;
  weapon: PresetWeapon | null;
  /** The refinement, and the stacks of the passive's figures by their place; none for those that are not active. */
  rank: number;
  active: Readonly<Record<number, number>>;
  set: PresetSet | null;
  enemy: PresetEnemy | null;
};

/** The fields that several sources add to. */
const SUMS = ['bonus', 'flat', 'dmg', 'rate', 'cd', 'em'] as const;
type Sum = (typeof SUMS)[number];
/** Sums of the stat that the hit scales with. */
const STAT_SUMS: readonly Sum[] = ['bonus', 'flat'];

/** The fields that the picks decide. */
export type Filled = Partial<HitState>;

/** What a character has without any equipment. */
const OWN_CRIT = { rate: 5, cd: 50 };

/** Fields that no pick decides, without an effect: the worked example has a reaction. */
const NEUTRAL: Filled = {
  less: '0',
  add: '0',
  times: '1',
  shred: '0',
  ignore: '0',
  resdown: '0',
  reaction: 'none',
  rbonus: '0',
};

const SEPARATOR = '_';

/** The field that a figure adds to for this hit; null when it does not act on it. */
export function fieldOf(figure: { stat: string; unit: string }, hit: Target): Sum | null {
  const stat = figure.stat.replace('%', '').replace(/^Max /, '');
  const isShare = figure.unit === '%';
  if (stat === 'CRIT Rate') return 'rate';
  if (stat === 'CRIT DMG') return 'cd';
  if (stat === 'EM' || stat === 'Elemental Mastery') return isShare ? null : 'em';
  if (stat === hit.stat) return isShare ? 'bonus' : 'flat';
  if (!isShare) return null;
  if (stat === 'DMG Bonus') return 'dmg';
  const named = /^(.*) DMG(?: Bonus)?$/.exec(stat)?.[1];
  if (named === 'Elemental') return hit.element === 'Physical' ? null : 'dmg';
  return named === hit.element || named === hit.category ? 'dmg' : null;
}

/** Whether nothing is left to choose. */
export function isComplete({ category, element }: Picks): boolean {
  return category !== '' && element !== '';
}

/** The figures of a weapon's passive that act on this hit, with their places in the passive. */
export function passivesFor({ weapon, character, row, category, element }: Picks): [number, PresetPassive][] {
  const hit = character.rows[row];
  if (!weapon || !hit) return [];
  const target = { stat: hit.stat, category, element };
  return [...weapon.passives.entries()].filter(([, passive]) => fieldOf(passive, target) !== null);
}

/** What a figure adds with so many stacks. */
export function passiveValue({ values }: PresetPassive, rank: number, stacks: number): number {
  const value = values[rank] ?? 0;
  return typeof value === 'number' ? value * stacks : (value[stacks - 1] ?? 0);
}

/** The enemy's RES against the hit; undefined without an enemy, null when it is immune. */
export function resistanceOf({ enemy, element }: Picks): number | null | undefined {
  return enemy?.res[element.toLowerCase()];
}

/** The fields as the picks have them, without artifacts' own stats. */
export function fieldsOf(picks: Picks): Filled {
  const { character, weapon, category, element } = picks;
  const row = character.rows[picks.row];
  const step = character.steps[picks.step];
  if (!row || !step) return {};
  const [level, hp, atk, def, bonus] = step;
  const sums: Record<Sum, number> = { bonus: 0, flat: 0, dmg: 0, em: 0, ...OWN_CRIT };
  const add = (figure: { stat: string; unit: string }, value: number) => {
    const field = fieldOf(figure, { stat: row.stat, category, element });
    if (field) sums[field] += value;
  };
  const unitOf = (stat: string) => (stat === 'Elemental Mastery' ? '' : '%');
  add({ stat: character.stat, unit: unitOf(character.stat) }, bonus);
  if (weapon) add({ stat: weapon.stat, unit: unitOf(weapon.stat) }, weapon.value);
  for (const [at, passive] of passivesFor(picks))
    add(passive, passiveValue(passive, picks.rank, picks.active[at] ?? 0));
  for (const figure of picks.set?.stats ?? []) add(figure, figure.value);
  const res = resistanceOf(picks);
  return {
    stat: row.stat,
    base: text(row.stat === 'HP' ? hp : row.stat === 'DEF' ? def : atk),
    weapon: text(weapon?.atk ?? 0),
    talent: text(row.values[picks.talentLevel] ?? row.values.at(-1) ?? 0),
    level: level.replace('+', ''),
    ...(res === undefined ? {} : { res: res === null ? IMMUNE : text(res) }),
    ...Object.fromEntries(SUMS.map((field) => [field, text(sums[field])])),
  };
}

/**
 * The fields to change after a pick. Picks replace what they decide; in sums, what the reader added to the fields since
 * the last pick stays. The state holds what that pick filled in, so that it comes and goes with the fields.
 */
export function refill(state: HitState, after: Filled): Filled {
  const filled = [...SUMS, 'res' as const].map((field) => after[field] ?? '').join(SEPARATOR);
  if (state.filled === '') return { ...NEUTRAL, ...after, filled };
  const before = state.filled.split(SEPARATOR);
  const sums = SUMS.flatMap((field, at) => {
    if (STAT_SUMS.includes(field) && after.stat !== state.stat) return [];
    const added = toAdded(state[field], before[at]);
    return [[field, text(Number(after[field]) + added)]];
  });
  // Without an enemy, the RES of the last one must not stay.
  const res = after.res === undefined && before[SUMS.length] !== '' ? { res: HIT_DEFAULTS.res } : {};
  return { ...after, ...res, ...Object.fromEntries(sums), filled };
}

/** What the reader added to a field; nothing where either is no number, as in an address that was edited. */
function toAdded(now: string, before: string | undefined): number {
  const added = Number(now) - Number(before);
  return Number.isFinite(added) ? added : 0;
}

function text(value: number): string {
  return String(Number(value.toFixed(2)));
}
