/** Makes the files of `content/static/presets/` from the library's data. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  PresetCharacter,
  PresetElement,
  PresetIndex,
  PresetRow,
  PresetWeapon,
} from '../../../../content/components/damage/lib/presets/presetData';
import { CATEGORIES, ELEMENTS, fieldOf, type Target } from '../../../../content/components/damage/lib/presets/picks';
import { comparedRows } from '../../../../content/components/enemies/lib/comparison';
import type {
  ArtifactSetData,
  Character,
  Enemy,
  RefinementParam,
  TalentRow,
  WeaponData,
} from '../../../../content/components/lib/types';
import { isBeyondFields, stacksOf, type EffectText } from './effects';
import { figuresOf } from './figures';
import { hitKind, type CharacterStatements, type HitSources } from './hitKinds';

const DATA = '../content/data';
const PERCENT = 100;

/** Figures of a talent that are no damage of a hit. */
const OTHER =
  /Bonus|Increase|Decrease|Conversion|Reduction|Absorption|RES\b|Regen|Heal|Limit|Ratio|Cost|HP|Chance|Stamina|Shield|Energy|SPD|Consum|Inherited|Threshold|Mitigation|Gain|Max /i;
const STATS: Record<string, string> = { '': 'ATK', ATK: 'ATK', DEF: 'DEF', 'Max HP': 'HP', 'Elemental Mastery': 'EM' };

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(DATA, path), 'utf8'));
}

function readAll(folder: string): unknown[] {
  return readdirSync(join(DATA, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('_'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? readAll(join(folder, entry.name)) : [read(join(folder, entry.name))]));
}

const rounded = (value: number, decimals = 2) => Number(value.toFixed(decimals));

function statementsOf({ route }: Character): CharacterStatements {
  const path = join('claims', `${route}.json`);
  return existsSync(join(DATA, path)) ? (read(path) as CharacterStatements) : {};
}

type Hit = Omit<PresetRow, 'category' | 'element'>;

/** The hits of a talent's figure: one for each percentage in it. */
function hitsOf(kind: PresetRow['kind'], row: TalentRow): Hit[] {
  const { name, fmt, values } = row;
  if (!values || OTHER.test(name) || (kind !== 'na' && !/DMG|Slash/.test(name))) return [];
  const single = /^\{\}% ?(ATK|DEF|Max HP|Elemental Mastery)?(?: each)?(?: ?[×*]\{\})?$/.exec(fmt);
  const stat = STATS[single?.[1] ?? ''] ?? 'ATK';
  const first = values.map((value) => (Array.isArray(value) ? (value[0] ?? 0) : value));
  if (single) return [{ kind, name, stat, values: first }];
  if (!/^\{\}%(?:[/+]\{\}%)+$/.test(fmt)) return [];
  const count = fmt.split('{}').length - 1;
  return Array.from({ length: count }, (_, at) => ({
    kind,
    name: `${name}, ${at + 1} of ${count}`,
    stat: 'ATK',
    values: values.map((value) => (Array.isArray(value) ? (value[at] ?? 0) : value)),
  }));
}

/** The hits of a character that the calculator's formula is for, with what the library states of them. */
function rowsOf({ talents = [] }: Character, sources: HitSources): PresetRow[] {
  return talents.flatMap(({ kind, rows }) => {
    if (kind !== 'na' && kind !== 'e' && kind !== 'q') return [];
    return rows
      .flatMap((row) => hitsOf(kind, row))
      .flatMap((hit) => {
        const stated = hitKind(kind, hit.name, sources);
        return stated ? [{ ...hit, ...stated }] : [];
      });
  });
}

function presetCharacter(character: Character): PresetCharacter | null {
  const { name, element, weapon, stats, tables = [], ascension_stat: stat = '' } = character;
  if (!weapon || !stats) return null;
  const share = stat === 'Elemental Mastery' ? 1 : PERCENT;
  return {
    name,
    element,
    weapon,
    stat,
    steps: stats.rows.map(([ascension = 0, level, hp = 0, atk = 0, def = 0, bonus = 0], at) => {
      const isAscended = stats.rows[at - 1]?.[1] === level;
      return [`${level}${isAscended && ascension > 0 ? '+' : ''}`, hp, atk, def, rounded(bonus * share)];
    }),
    rows: rowsOf(character, { weapon, tables, statements: statementsOf(character) }),
  };
}

/** A hit of each kind: a figure that acts on none of them is of no use to the calculator. */
const ANY_HIT: Target[] = ['HP', 'ATK', 'DEF'].flatMap((stat) =>
  CATEGORIES.flatMap((category) => ELEMENTS.map((element) => ({ stat, category, element }))),
);

/** The figures that act on a hit; `where` names them in an error about others. */
function usefulFigures(label: string, unit: string, where: string): { stat: string; unit: string }[] {
  return figuresOf(label, unit, where, (figure) => ANY_HIT.some((hit) => fieldOf(figure, hit) !== null));
}

function passivesOf(params: RefinementParam[], where: string, effect?: EffectText): PresetWeapon['passives'] {
  const seen = new Map<string, number>();
  return params.flatMap(({ label = '', unit = '', values }): PresetWeapon['passives'] => {
    const plain = values.filter((value) => typeof value === 'number');
    // A list has the total for each step.
    const totals = values.filter((value) => Array.isArray(value));
    if (plain.length + totals.length < values.length) return [];
    if (totals.length > 0)
      return usefulFigures(label, unit, where).map((figure) => ({ ...figure, values, stacks: totals[0]?.length ?? 1 }));
    const series = plain.join('/');
    const nth = seen.get(series) ?? 0;
    seen.set(series, nth + 1);
    if (isBeyondFields(plain, effect, nth)) return [];
    const stacks = stacksOf(plain, effect, nth);
    return usefulFigures(label, unit, where).map((figure) => ({ ...figure, values: plain, ...(stacks && { stacks }) }));
  });
}

function presetWeapon(type: string, weapon: WeaponData, effect?: EffectText): PresetWeapon {
  const { name, base_atk: atk, substat, refinement } = weapon;
  const stat = substat?.stat ?? '';
  const share = stat === 'Elemental Mastery' ? 1 : PERCENT;
  const value = substat ? rounded(substat.max * share, share === 1 ? 0 : 1) : 0;
  return {
    name,
    type,
    atk: rounded(atk.max),
    stat,
    value,
    passives: passivesOf(refinement?.params ?? [], name, effect),
  };
}

/** RES in percent; null is immune. */
function resistance(res: number | string, enemy: string): number | null {
  if (typeof res === 'number') return res;
  if (res === 'immune') return null;
  throw new Error(`\`${enemy}\` has a RES of \`${res}\`; write a number or \`immune\``);
}

type WeaponFile = { type: string; weapons: Record<string, WeaponData> };

/** The effects of all weapons by key. */
function weaponEffects(): Record<string, EffectText> {
  const files = ['bows', 'catalysts', 'claymores', 'polearms', 'swords'];
  const itemsOf = (name: string) =>
    (read(`claims/effects/${name}.json`) as { items: Record<string, EffectText> }).items;
  return Object.assign({}, ...files.map(itemsOf)) as Record<string, EffectText>;
}

function presetIndex(characters: [string, PresetCharacter][]): PresetIndex {
  const effects = weaponEffects();
  const weapons = (readAll('weapons') as WeaponFile[]).flatMap(({ type, weapons: all }) =>
    Object.entries(all).map(([key, weapon]) => [key, presetWeapon(type, weapon, effects[key])] as const),
  );
  const { sets } = read('artifacts.json') as { sets: Record<string, ArtifactSetData> };
  const pairs = Object.entries(sets).flatMap(([key, { name, bonuses }]) => {
    const stats = (bonuses.find(({ pieces }) => pieces === 2)?.stats ?? []).flatMap(({ stat = '', unit = '', value }) =>
      usefulFigures(stat, unit, name).map((figure) => ({ ...figure, value })),
    );
    return stats.length > 0 ? [[key, { name, stats }] as const] : [];
  });
  const byName = <T extends { name: string }>([, a]: readonly [string, T], [, b]: readonly [string, T]) =>
    a.name < b.name ? -1 : 1;
  return {
    characters: Object.fromEntries(
      characters.sort(byName).map(([slug, { name, element }]) => [slug, { name, element }] as const),
    ),
    weapons: Object.fromEntries(weapons.sort(byName)),
    sets: Object.fromEntries(pairs.sort(byName)),
    enemies: comparedRows(readAll('enemies') as Enemy[]).map(({ name, variant, percent }) => ({
      name: variant ? `${name}, ${variant}` : name,
      res: Object.fromEntries(Object.entries(percent).map(([element, res]) => [element, resistance(res, name)])),
    })),
  };
}

/** All files by name. */
export function presetFiles(): Record<string, PresetIndex | PresetElement> {
  const files: Record<string, PresetElement> = {};
  const all: [string, PresetCharacter][] = [];
  for (const character of readAll('characters') as (Character & { slug: string })[]) {
    const preset = presetCharacter(character);
    if (!preset || preset.rows.length === 0) continue;
    const file = `${preset.element.toLowerCase()}.json`;
    files[file] = { ...files[file], [character.slug]: preset };
    all.push([character.slug, preset]);
  }
  return { ...files, 'index.json': presetIndex(all) };
}
