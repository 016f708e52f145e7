/** Makes the files of `content/static/presets/` from the library's data. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  PresetCharacter,
  PresetElement,
  PresetIndex,
  PresetRow,
  PresetWeapon,
} from '../../../../content/components/damage/lib/presetData';
import { fieldOf } from '../../../../content/components/damage/lib/presets';
import { comparedRows } from '../../../../content/components/enemies/lib/comparison';
import type {
  ArtifactSetData,
  Character,
  Enemy,
  RefinementParam,
  TalentRow,
  WeaponData,
} from '../../../../content/components/lib/types';

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

/** The hits of a talent's figure: one for each percentage in it. */
function hitsOf(kind: PresetRow['kind'], row: TalentRow): PresetRow[] {
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

function presetCharacter(character: Character): PresetCharacter | null {
  const { name, element, weapon, stats, talents = [], ascension_stat: stat = '' } = character;
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
    rows: talents.flatMap(({ kind, rows }) =>
      kind === 'na' || kind === 'e' || kind === 'q' ? rows.flatMap((row) => hitsOf(kind, row)) : [],
    ),
  };
}

/** A hit of each category: a figure that acts on none of them is of no use to the calculator. */
const ANY_HIT: PresetRow[] = ['HP', 'ATK', 'DEF'].flatMap((stat) => [
  ...['1-Hit', 'Charged Attack', 'Plunge'].map((name) => ({ kind: 'na' as const, name, stat, values: [] })),
  ...(['e', 'q'] as const).map((kind) => ({ kind, name: '', stat, values: [] })),
]);
const ELEMENTS = ['Anemo', 'Cryo', 'Dendro', 'Electro', 'Geo', 'Hydro', 'Pyro', 'Physical'];

function isUseful(figure: { stat: string; unit: string }): boolean {
  return ANY_HIT.some((row) => ELEMENTS.some((element) => fieldOf(figure, row, element) !== null));
}

function passivesOf(params: RefinementParam[]): PresetWeapon['passives'] {
  return params.flatMap(({ label = '', unit = '', values }) => {
    const plain = values.filter((value) => typeof value === 'number');
    const passive = { stat: label, unit, values: plain };
    return plain.length === values.length && isUseful(passive) ? [passive] : [];
  });
}

function presetWeapon(type: string, { name, base_atk: atk, substat, refinement }: WeaponData): PresetWeapon {
  const stat = substat?.stat ?? '';
  const share = stat === 'Elemental Mastery' ? 1 : PERCENT;
  const value = substat ? rounded(substat.max * share, share === 1 ? 0 : 1) : 0;
  return { name, type, atk: rounded(atk.max), stat, value, passives: passivesOf(refinement?.params ?? []) };
}

type WeaponFile = { type: string; weapons: Record<string, WeaponData> };

function presetIndex(characters: [string, PresetCharacter][]): PresetIndex {
  const weapons = (readAll('weapons') as WeaponFile[]).flatMap(({ type, weapons: all }) =>
    Object.entries(all).map(([key, weapon]) => [key, presetWeapon(type, weapon)] as const),
  );
  const { sets } = read('artifacts.json') as { sets: Record<string, ArtifactSetData> };
  const pairs = Object.entries(sets).flatMap(([key, { name, bonuses }]) => {
    const stats = (bonuses.find(({ pieces }) => pieces === 2)?.stats ?? [])
      .map(({ stat = '', unit = '', value }) => ({ stat, unit, value }))
      .filter(isUseful);
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
      res: Object.fromEntries(
        Object.entries(percent).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      ),
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
