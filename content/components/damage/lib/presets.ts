/** What the picks of a reader come to in the calculator's fields. */
import type { HitState } from './hitState';
import type { PresetCharacter, PresetEnemy, PresetPassive, PresetRow, PresetSet, PresetWeapon } from './presetData';

/** What a reader picked; indexes count from 0. */
export type Picks = {
  character: PresetCharacter;
  step: number;
  row: number;
  talentLevel: number;
  /** `Physical`, or the character's element. */
  element: string;
  weapon: PresetWeapon | null;
  /** The refinement, and which figures of the passive are active. */
  rank: number;
  active: readonly number[];
  set: PresetSet | null;
  enemy: PresetEnemy | null;
};

/** The fields that several sources add to. */
const SUMS = ['bonus', 'flat', 'dmg', 'rate', 'cd', 'em'] as const;
type Sum = (typeof SUMS)[number];

/** The fields that the picks decide. */
export type Filled = Partial<HitState>;

/** What a character has without any equipment. */
const OWN_CRIT = { rate: 5, cd: 50 };

/** The name of a hit in bonuses: `Charged Attack`, `Elemental Burst` … */
export function categoryOf({ kind, name }: PresetRow): string {
  if (kind === 'e') return 'Elemental Skill';
  if (kind === 'q') return 'Elemental Burst';
  if (/plung/i.test(name)) return 'Plunging Attack';
  return /charged|aimed|frostflake|arrow|shot/i.test(name) ? 'Charged Attack' : 'Normal Attack';
}

/** Catalysts, skills, bursts and charged arrows deal damage of the character's element, other hits Physical damage. */
export function usualElement(character: PresetCharacter, row: PresetRow): string {
  const isCharged = categoryOf(row) === 'Charged Attack' && row.name !== 'Aimed Shot';
  const isElemental = row.kind !== 'na' || character.weapon === 'Catalyst' || (character.weapon === 'Bow' && isCharged);
  return isElemental ? character.element : 'Physical';
}

/** The field that a figure adds to for this hit; null when it does not act on it. */
export function fieldOf(figure: { stat: string; unit: string }, row: PresetRow, element: string): Sum | null {
  const stat = figure.stat.replace('%', '').replace(/^Max /, '');
  const isShare = figure.unit === '%';
  if (stat === 'CRIT Rate') return 'rate';
  if (stat === 'CRIT DMG') return 'cd';
  if (stat === 'EM' || stat === 'Elemental Mastery') return isShare ? null : 'em';
  if (stat === row.stat) return isShare ? 'bonus' : 'flat';
  if (!isShare) return null;
  const category = categoryOf(row);
  if (stat === 'Charged Attack CRIT Rate') return category === 'Charged Attack' ? 'rate' : null;
  if (stat === 'DMG Bonus') return 'dmg';
  if (/^Elemental DMG( Bonus)?$/.test(stat)) return element === 'Physical' ? null : 'dmg';
  const named = /^(.*) DMG(?: Bonus)?$/.exec(stat.replaceAll(' DMG / ', ' / '))?.[1];
  if (named === undefined) return null;
  const parts = named === 'Normal and Charged Attack' ? ['Normal Attack', 'Charged Attack'] : named.split(' / ');
  return parts.includes(element) || parts.includes(category) ? 'dmg' : null;
}

/** The figures of a weapon's passive that act on this hit, with their places in the passive. */
export function passivesFor({ weapon, character, row, element }: Picks): [number, PresetPassive][] {
  const hit = character.rows[row];
  if (!weapon || !hit) return [];
  return [...weapon.passives.entries()].filter(([, passive]) => fieldOf(passive, hit, element) !== null);
}

/** The fields as the picks have them, without artifacts' own stats. */
export function fieldsOf(picks: Picks): Filled {
  const { character, weapon, element } = picks;
  const row = character.rows[picks.row];
  const step = character.steps[picks.step];
  if (!row || !step) return {};
  const [level, hp, atk, def, bonus] = step;
  const sums: Record<Sum, number> = { bonus: 0, flat: 0, dmg: 0, em: 0, ...OWN_CRIT };
  const add = (figure: { stat: string; unit: string }, value: number) => {
    const field = fieldOf(figure, row, element);
    if (field) sums[field] += value;
  };
  const unitOf = (stat: string) => (stat === 'Elemental Mastery' ? '' : '%');
  add({ stat: character.stat, unit: unitOf(character.stat) }, bonus);
  if (weapon) add({ stat: weapon.stat, unit: unitOf(weapon.stat) }, weapon.value);
  for (const [at, passive] of passivesFor(picks))
    if (picks.active.includes(at)) add(passive, passive.values[picks.rank] ?? 0);
  for (const figure of picks.set?.stats ?? []) add(figure, figure.value);
  const res = picks.enemy?.res[element.toLowerCase()];
  return {
    stat: row.stat,
    base: text(row.stat === 'HP' ? hp : row.stat === 'DEF' ? def : atk),
    weapon: text(weapon?.atk ?? 0),
    talent: text(row.values[picks.talentLevel] ?? row.values.at(-1) ?? 0),
    level: level.replace('+', ''),
    ...(res === undefined ? {} : { res: text(res) }),
    ...Object.fromEntries(SUMS.map((field) => [field, text(sums[field])])),
  };
}

/**
 * The fields to change after a pick. Picks replace what they decide; in sums, what the reader added to the fields since
 * the last pick stays.
 */
export function refill(state: HitState, before: Filled | null, after: Filled): Filled {
  if (before === null) return after;
  const sums = SUMS.flatMap((field) => {
    const [old, next] = [before[field], after[field]];
    if (old === undefined || next === undefined) return [];
    return [[field, text((Number(state[field]) || 0) + Number(next) - Number(old))]];
  });
  return { ...after, ...Object.fromEntries(sums) };
}

function text(value: number): string {
  return String(Number(value.toFixed(2)));
}
