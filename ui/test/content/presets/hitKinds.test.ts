// @vitest-environment node
import { expect, test } from 'vitest';
import type { PresetElement } from '../../../../content/components/damage/lib/presets/presetData';
import terms from '../../../../content/data/claims/theorycrafting.json';
import { figuresOf } from './figures';
import { hitKind, type HitSources } from './hitKinds';
import { presetFiles } from './presetFiles';

const files = presetFiles();

function kindOf(file: string, slug: string, hit: string) {
  const row = (files[`${file}.json`] as PresetElement)[slug]!.rows.findLast(({ name }) => name === hit)!;
  return [row.category, row.element];
}

test.each([
  // Statements about the attack itself.
  ['cryo', 'ganyu', 'Frostflake Arrow Bloom DMG', 'Charged Attack', 'Cryo'],
  ['geo', 'ningguang', 'DMG per Star Jade', 'Charged Attack', 'Geo'],
  ['pyro', 'gaming', 'Plunging Attack: Charmed Cloudstrider DMG', 'Plunging Attack', 'Pyro'],
  ['anemo', 'chasca', 'Shining Shadowhunt Shell DMG', 'Charged Attack', null],
  // A table of the talent's attributes.
  ['anemo', 'xianyun', 'Driftcloud Wave DMG, 1 of 3', 'Plunging Attack', 'Anemo'],
  ['cryo', 'eula', 'Lightfall Sword Base DMG', 'Elemental Burst', 'Physical'],
  ['hydro', 'tartaglia', 'Riptide Flash DMG', 'Normal Attack', 'Hydro'],
  ['anemo', 'lynette', 'Vivid Shot DMG', 'Elemental Burst', null],
  // An element is stated, what the damage counts as is not.
  ['hydro', 'yelan', 'Breakthrough Barb DMG', null, 'Hydro'],
  ['pyro', 'lyney', 'Pyrotechnic Strike DMG', null, 'Pyro'],
  // A weapon without an infusion, and a charged shot.
  ['cryo', 'ganyu', 'Aimed Shot', 'Charged Attack', 'Physical'],
  ['hydro', 'yelan', 'Fully-Charged Aimed Shot', 'Charged Attack', 'Hydro'],
  ['geo', 'arataki-itto', 'Saichimonji Slash DMG', 'Charged Attack', 'Physical'],
  ['geo', 'xilonen', 'Blade Roller 1-Hit DMG', 'Normal Attack', 'Geo'],
  // Attacks of other kinds in the table of a skill.
  ['hydro', 'tartaglia', '1-Hit DMG', null, 'Hydro'],
  ['cryo', 'skirk', 'Charged Attack DMG', null, 'Cryo'],
])('%s: %s, %s: what it counts as and its element are those that the library states', (file, slug, hit, ...kind) => {
  expect(kindOf(file, slug, hit)).toEqual(kind);
});

test('the page on terms states that weapons deal Physical DMG without an infusion', () => {
  const { notes } = terms.entries['general-mechanic-terms'];
  expect(notes).toContainEqual(
    expect.stringContaining('deals Elemental DMG of the infused Element instead of Physical DMG'),
  );
});

const NOTHING: HitSources = { weapon: 'Catalyst', tables: [], statements: {} };

test('a hit of which nothing is stated is left to the reader', () => {
  expect(hitKind('na', 'Spark DMG', NOTHING)).toEqual({ category: null, element: null });
  expect(hitKind('na', 'Charged Attack DMG', NOTHING)).toEqual({ category: 'Charged Attack', element: null });
});

test('a talent that states two elements, or one that something else decides, states none', () => {
  const sources = (...effects: string[]) => ({ ...NOTHING, statements: { talents: [{ slot: 'burst', effects }] } });
  const element = (...effects: string[]) => hitKind('q', 'Skill DMG', sources(...effects))?.element;
  expect(element('Cast: deals AoE Pyro DMG.')).toBe('Pyro');
  expect(element('Cast: deals Physical DMG.', 'Then explosions deal Pyro DMG.')).toBeNull();
  expect(element('Cast: deals Anemo DMG.', 'Elemental Absorption: adds DMG of that element.')).toBeNull();
  expect(element('Shield: absorbs Pyro DMG 250% more effectively.')).toBeNull();
});

test('damage of Lunar reactions is not offered: its formula is another', () => {
  const names = (files['hydro.json'] as PresetElement).columbina!.rows.map(({ name }) => name);
  expect(names).not.toContain('Moondew Cleanse DMG');
  expect(names.filter((name) => name.includes('Lunar'))).toEqual([]);
  expect(names).toContain('Charged Attack DMG');
});

test('a part of a figure that the calculator does not know is an error that names it', () => {
  const isUseful = ({ stat }: { stat: string }) => stat === 'ATK';
  expect(figuresOf('ATK / movement speed', '%', 'Bow', isUseful)).toEqual([{ stat: 'ATK', unit: '%' }]);
  expect(() => figuresOf('ATK / Luck', '%', 'Bow', isUseful)).toThrow(
    '`Bow`: the calculator does not know the figure `Luck`',
  );
});
