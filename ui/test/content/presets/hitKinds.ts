/**
 * What the library says of a hit: what its damage counts as, and its element.
 *
 * In: a row of a talent, the character's tables, and the statements about the talents. Out: null where they say nothing
 * or several things. Nothing is concluded from a name, except what a name states in words (`Charged Attack DMG`).
 */
import type { PresetRow } from '../../../../content/components/damage/lib/presets/presetData';
import type { Table } from '../../../../content/components/lib/types';

type Statement = string | { text: string };
export type TalentStatements = { slot: string; effects: Statement[] };
export type CharacterStatements = { talents?: TalentStatements[]; notes?: Record<string, Statement[]> };

export type HitKind = Pick<PresetRow, 'category' | 'element'>;

/** What is known of the character beside the row. */
export type HitSources = { weapon: string; tables: Table[]; statements: CharacterStatements };

type Slot = PresetRow['kind'];

const SLOTS: Record<Slot, string> = { na: 'normal attack', e: 'skill', q: 'burst' };
const CATEGORIES: Record<string, string> = {
  Normal: 'Normal Attack',
  'Normal Attack': 'Normal Attack',
  Charged: 'Charged Attack',
  'Charged Attack': 'Charged Attack',
  'Charged Attacks': 'Charged Attack',
  Plunging: 'Plunging Attack',
  Plunge: 'Plunging Attack',
  'Plunging Attack': 'Plunging Attack',
  Skill: 'Elemental Skill',
  'Elemental Skill': 'Elemental Skill',
  Burst: 'Elemental Burst',
  'Elemental Burst': 'Elemental Burst',
};
const OWN: Record<Slot, string | null> = { na: null, e: 'Elemental Skill', q: 'Elemental Burst' };

const ELEMENT = /(?:Anemo|Cryo|Dendro|Electro|Geo|Hydro|Pyro|Physical)/.source;
const IS_ELEMENT = new RegExp(`^${ELEMENT}$`);
const DAMAGE = new RegExp(`(?<!absorbs |against |'s )\\b(${ELEMENT}) (?:DMG(?! Bonus)|Explosion)`, 'g');
const COUNTS = /\bcount(?:s|ed)? as (?:an? )?((?:Normal|Charged|Plunging) Attacks?|(?:Elemental )?(?:Skill|Burst))\b/;
const LUNAR = /\bLunar-\w+ (?:Reaction )?DMG/;
/** Some damage of the talent has an element that something else decides. */
const OTHER_ELEMENT = /\belements?\b(?! shard)|Elemental (?:Absorption|Conversion)|Elemental DMG in/;
/** A talent of a skill or burst that changes other attacks, or adds to them. */
const OTHER_ATTACK = /\b(?:Normal|Charged|Plunging)\b/;
/** Rows that a table of attributes names otherwise. */
const COLUMNS: Record<string, string[]> = {
  Skill: ['Skill', 'Burst'],
  Burst: ['Skill', 'Burst'],
  Press: ['Tap', 'Press'],
  'Press Skill': ['Tap', 'Press'],
  'Hold Skill': ['Hold'],
};
const PATHS: Record<Slot, string | null> = { na: null, e: 'Skill', q: 'Burst' };
const TYPE = /^(?:Damage|DMG) Type$/;
const DAMAGE_ELEMENT = /^(?:Damage|DMG) Element(?:al)?$/;

const textOf = (statement: Statement) => (typeof statement === 'string' ? statement : statement.text);

/** `Charged Attack DMG, 1 of 2` and `DMG per Star Jade` are `Charged Attack` and `Star Jade`. */
function nameOf(row: string): string {
  return row
    .replace(/, \d of \d$/, '')
    .replace(/^(?:DMG per|(?:Normal|Charged|Plunging) Attack:) /i, '')
    .replace(/ (?:Base )?DMG$/, '')
    .trim();
}

const plain = (text: string) => text.toLowerCase().replace(/s\b/g, '');

/** `Shadowhunt Shells: deal …` is about `Shadowhunt Shell`. */
function isAbout(statement: string, name: string): boolean {
  const subject =
    /^(?:The )?([^:]+?)(?:, [^:]*)?:/.exec(statement)?.[1] ?? /^(?:The )?(.+?) counts? as/.exec(statement)?.[1];
  return subject !== undefined && plain(subject) === plain(name);
}

const wordsOf = (text: string) => plain(text).split(/[^\p{L}\p{N}]+/u);

/** `a Frostflake Arrow that … blooms` mentions `Frostflake Arrow Bloom`. */
function mentions(statement: string, name: string): boolean {
  const words = new Set(wordsOf(statement));
  return wordsOf(name).every((word) => words.has(word));
}

const only = <T>(values: Iterable<T>): T | null => {
  const [first, ...others] = new Set(values);
  return first !== undefined && others.length === 0 ? first : null;
};

const elementsIn = (texts: string[]) =>
  texts.flatMap((text) => [...text.matchAll(DAMAGE)].flatMap(([, element]) => element ?? []));
const countsIn = (texts: string[]) => texts.flatMap((text) => CATEGORIES[COUNTS.exec(text)?.[1] ?? ''] ?? []);

/** The cells of an attribute of the talent; with a name only those of columns that name the hit. */
function cellsOf(sources: HitSources, slot: Slot, attribute: RegExp, name?: string): string[] {
  const wanted = name === undefined ? null : [name, ...(COLUMNS[name] ?? [])].map(plain);
  return sources.tables.flatMap(({ path, columns, rows }) => {
    if (path[0] !== 'Attacks' || (PATHS[slot] !== null && path[1] !== PATHS[slot])) return [];
    const row = rows.find(([head]) => attribute.test(String(head))) ?? [];
    const ats = columns.flatMap((column, at) =>
      at > 0 && (!wanted || wanted.includes(plain(nameOf(column)))) ? [at] : [],
    );
    return ats.map((at) => String(row[at] ?? '')).filter((cell) => /[A-Z]/.test(cell));
  });
}

type Facts = { slot: Slot; row: string; name: string; effects: string[]; about: string[]; sources: HitSources };

/** The statements whose subject is an attack of a kind: `Charged, Charge Level 2: …`. */
const ofKind = ({ effects }: Facts, kind: string) =>
  effects.filter((text) => new RegExp(`^${kind}\\b[^:]*:`).test(text));

function namedCategory(facts: Facts): string | null {
  const { row } = facts;
  if (/\bPlunge\b/.test(row)) return 'Plunging Attack';
  if (/\bCharged Attack\b/.test(row)) return 'Charged Attack';
  if (/\bNormal Attack\b|\b\d-Hit\b/.test(row)) return 'Normal Attack';
  const isShot = /\bAimed Shot\b/.test(row) && ofKind(facts, 'Charged').some((text) => text.includes('an Aimed Shot'));
  if (isShot) return 'Charged Attack';
  const kinds = ['Normal', 'Charged', 'Plunging'].filter((kind) =>
    ofKind(facts, kind).some((text) => mentions(text, facts.name)),
  );
  return CATEGORIES[only(kinds) ?? ''] ?? null;
}

/** A skill or burst whose row, table and statements name no other attack. */
function ownCategory({ slot, row, name, effects, sources }: Facts): string | null {
  const types = cellsOf(sources, slot, TYPE).map((cell) => CATEGORIES[cell] ?? null);
  const isArkhe = effects.some((text) => text.startsWith('Arkhe') && mentions(text, name));
  const isOther = isArkhe || OTHER_ATTACK.test(row) || types.some((type) => type !== OWN[slot]);
  return isOther || effects.some((text) => OTHER_ATTACK.test(text)) ? null : OWN[slot];
}

function categoryOf(facts: Facts): string | null {
  const { slot, name, about, sources } = facts;
  const stated = [...cellsOf(sources, slot, TYPE, name).map((cell) => CATEGORIES[cell] ?? null), ...countsIn(about)];
  if (stated.length > 0) return only(stated);
  return slot === 'na' ? namedCategory(facts) : ownCategory(facts);
}

/** The element of a shot that names its charge; other shots are not charged. */
function shotElement(facts: Facts): string | null {
  const level = /\b(?:Charge )?Level (\d)/.exec(facts.row)?.[1];
  const isFull = level === undefined && /Fully-Charged/.test(facts.row);
  if (level === undefined && !isFull) return 'Physical';
  const mark = isFull ? /\bfull(?:y charged)?\b|released/ : new RegExp(`Charge Level ${level}\\b`);
  const charged = isFull ? ofKind(facts, 'Charged') : facts.effects;
  return only(elementsIn(charged.filter((text) => mark.test(text))));
}

function attackElement(facts: Facts, category: string | null): string | null {
  if (/\bAimed Shot\b/.test(facts.row)) return shotElement(facts);
  const named = facts.effects.filter((text) => mentions(text, facts.name));
  if (elementsIn(named).length > 0) return only(elementsIn(named));
  // `Blade Roller: …` is about `Blade Roller 1-Hit`.
  const state = facts.effects.filter((text) =>
    facts.row.startsWith(`${/^([^:]+):/.exec(text)?.[1] ?? facts.row}\u0020`),
  );
  if (elementsIn(state).length > 0) return only(elementsIn(state));
  const kind = Object.keys(CATEGORIES).find((word) => CATEGORIES[word] === category);
  if (kind === undefined) return null;
  const elements = elementsIn(ofKind(facts, kind));
  // Weapons deal Physical DMG without an infusion; catalysts deal that of an element, which their statements name.
  return elements.length === 0 && facts.sources.weapon !== 'Catalyst' ? 'Physical' : only(elements);
}

function elementOf(facts: Facts, category: string | null): string | null {
  const { slot, name, effects, about, sources } = facts;
  const cells = cellsOf(sources, slot, DAMAGE_ELEMENT, name);
  if (cells.length === 0 && about.some((text) => OTHER_ELEMENT.test(text))) return null;
  const stated = [...cells, ...elementsIn(about)];
  if (stated.length > 0) return only(stated.map((cell) => (IS_ELEMENT.test(cell) ? cell : null)));
  if (slot === 'na') return attackElement(facts, category);
  if (effects.some((text) => OTHER_ELEMENT.test(text))) return null;
  return only([...elementsIn(effects), ...cellsOf(sources, slot, DAMAGE_ELEMENT)]);
}

/** Damage of Lunar reactions has a formula of its own. */
function isLunar({ slot, row, effects, about }: Facts): boolean {
  if (about.some((text) => LUNAR.test(text)) || /Lunar-/.test(row)) return true;
  return about.length === 0 && slot !== 'na' && effects.some((text) => LUNAR.test(text));
}

/** What is stated of a hit; null for damage that the calculator's formula is not for. */
export function hitKind(slot: Slot, row: string, sources: HitSources): HitKind | null {
  const { talents = [], notes = {} } = sources.statements;
  const name = nameOf(row);
  const effects = talents
    .filter((talent) => talent.slot === SLOTS[slot])
    .flatMap((talent) => talent.effects.map(textOf));
  const about = [...effects, ...Object.values(notes).flat().map(textOf)].filter((text) => isAbout(text, name));
  const facts: Facts = { slot, row, name, effects, about, sources };
  if (isLunar(facts)) return null;
  const category = categoryOf(facts);
  return { category, element: elementOf(facts, category) };
}
