/**
 * The picks of a reader as one value of the address. Hits and things are named by slugs, so that a link leads to the same ones when
 * the library has more of them.
 */
import type { PresetCharacter, PresetIndex } from './presetData';
import { CATEGORIES, elementsOf, type Picks } from './picks';

const KEYS = [
  'who',
  'hit',
  'step',
  'level',
  'category',
  'element',
  'weapon',
  'rank',
  'active',
  'set',
  'enemy',
] as const;
const SEPARATOR = '_';

/** What the address holds, which may be anything. */
export type Choice = Record<(typeof KEYS)[number], string>;

export function readChoice(text: string): Choice {
  const parts = text.split(SEPARATOR);
  return Object.fromEntries(KEYS.map((key, at) => [key, parts[at] ?? ''])) as Choice;
}

export function writeChoice(choice: Choice): string {
  return KEYS.map((key) => choice[key])
    .join(SEPARATOR)
    .replace(/_+$/, '');
}

/** `Amos' Bow` -> `amos-bow` */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The slugs of a character's hits, with a number where two have one name, as those of the Travelers. */
export function hitSlugs(rows: { kind: string; name: string }[]): string[] {
  const slugs = rows.map(({ kind, name }) => `${kind}-${slugOf(name)}`);
  return slugs.map((slug, at) => {
    const before = slugs.slice(0, at).filter((other) => other === slug).length;
    return before === 0 ? slug : `${slug}-again-${before}`;
  });
}

export function packPicks(who: string, picks: Picks): string {
  const { character, weapon, set, enemy } = picks;
  const active = Object.entries(picks.active).filter(([, stacks]) => stacks > 0);
  return writeChoice({
    who,
    hit: hitSlugs(character.rows)[picks.row] ?? '',
    step: String(picks.step),
    level: String(picks.talentLevel),
    category: slugOf(picks.category),
    element: slugOf(picks.element),
    weapon: slugOf(weapon?.name ?? ''),
    rank: String(picks.rank),
    active: active.map((pair) => pair.join('-')).join('.'),
    set: slugOf(set?.name ?? ''),
    enemy: slugOf(enemy?.name ?? ''),
  });
}

/** A number that counts the items of a list, else the last one. */
function indexIn(list: { length: number }, text: string): number {
  const at = Number(text);
  return Number.isInteger(at) && at >= 0 && at < list.length ? at : list.length - 1;
}

type Equipment = Pick<Picks, 'weapon' | 'rank' | 'active' | 'set' | 'enemy'>;

/** The picks that are not the character's: the weapon only if the character can carry it. */
export function equipmentOf(choice: Choice, character: PresetCharacter, index: PresetIndex): Equipment {
  const named = <T extends { name: string }>(list: T[], slug: string) =>
    list.find(({ name }) => slug !== '' && slugOf(name) === slug) ?? null;
  const weapons = Object.values(index.weapons).filter(({ type }) => type === character.weapon);
  const weapon = named(weapons, choice.weapon);
  const rank = Number(choice.rank);
  return {
    weapon,
    rank: Number.isInteger(rank) && rank >= 0 && rank <= 4 ? rank : 0,
    active: weapon ? activeOf(choice.active, weapon.passives) : {},
    set: named(Object.values(index.sets), choice.set),
    enemy: named(index.enemies, choice.enemy),
  };
}

function activeOf(text: string, passives: { stacks?: number }[]): Picks['active'] {
  const pairs = text.split('.').map((pair) => pair.split('-').map(Number));
  return Object.fromEntries(
    pairs.filter(([at = NaN, stacks = NaN]) => {
      const passive = passives[at];
      return passive && Number.isInteger(stacks) && stacks > 0 && stacks <= (passive.stacks ?? 1);
    }),
  );
}

/** The picks that a choice stands for; null while there is no hit of the character. */
export function picksOf(choice: Choice, character: PresetCharacter, index: PresetIndex): Picks | null {
  const row = hitSlugs(character.rows).indexOf(choice.hit);
  const hit = character.rows[row];
  if (!hit) return null;
  const named = (list: string[], slug: string) => list.find((name) => slugOf(name) === slug);
  return {
    character,
    row,
    step: indexIn(character.steps, choice.step),
    talentLevel: indexIn(hit.values, choice.level),
    category: hit.category ?? named(CATEGORIES, choice.category) ?? '',
    element: named(elementsOf(hit, character), choice.element) ?? hit.element ?? '',
    ...equipmentOf(choice, character, index),
  };
}
