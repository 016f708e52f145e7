import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HIT_DEFAULTS, type HitState } from '../../../../content/components/damage/lib/hitState';
import type { PresetElement, PresetIndex } from '../../../../content/components/damage/lib/presets/presetData';
import { fieldOf, fieldsOf, refill, type Picks } from '../../../../content/components/damage/lib/presets/picks';
import { damageOfState } from '../../../../content/components/damage/lib/setUps';
import ganyu from '../../../../content/data/characters/cryo/ganyu.json';
import bows from '../../../../content/data/weapons/bows.json';
import { presetFiles } from './presetFiles';
import { textFiles } from './textFiles';

const FOLDER = '../content/static/presets';
const files = presetFiles();
const index = files['index.json'] as PresetIndex;
const cryo = files['cryo.json'] as PresetElement;

const written: Record<string, object> = { ...files, ...textFiles() };

test.each(Object.keys(written))('%s is what the data gives', (name) => {
  const path = `${FOLDER}/${name}`;
  const text = `${JSON.stringify(written[name])}\n`;
  if (process.env.UPDATE_SNAPSHOTS) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, text);
  }
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === text;
  expect(isCurrent, `${path} is not what the data gives: run \`UPDATE_SNAPSHOTS=1 cargo test ui::\``).toBe(true);
});

function picksOf(hit: string, part: Partial<Picks> = {}): Picks {
  const character = cryo.ganyu!;
  const row = character.rows.findIndex(({ name }) => name === hit);
  const step = character.steps.findIndex(([level]) => level === '90');
  const { category, element } = character.rows[row]!;
  const none = { weapon: null, rank: 0, active: {}, set: null, enemy: null };
  return { character, row, step, category: category!, element: element!, talentLevel: 8, ...none, ...part };
}

const setNamed = (wanted: string) => Object.values(index.sets).find(({ name }) => name === wanted)!;
const weaponNamed = (wanted: string) => Object.values(index.weapons).find(({ name }) => name === wanted)!;
const enemyNamed = (wanted: string) => index.enemies.find(({ name }) => name === wanted)!;

test('a character, a hit, a weapon, a set and an enemy become the fields', () => {
  const equipment = {
    weapon: weaponNamed("Amos' Bow"),
    set: setNamed('Blizzard Strayer'),
    enemy: enemyNamed('Ruin Defender'),
  };
  const charged = equipment.weapon.passives.findIndex(({ stat }) => stat === 'Charged Attack DMG');
  const fields = fieldsOf(picksOf('Frostflake Arrow Bloom DMG', { ...equipment, active: { [charged]: 1 }, rank: 4 }));
  const [, , , atk] = ganyu.stats.rows.find(([ascension, level]) => ascension === 6 && level === 90)!;
  expect(fields).toEqual({
    stat: 'ATK',
    base: String(atk),
    weapon: String(bows.weapons['amos-bow'].base_atk.max),
    bonus: '49.6',
    flat: '0',
    talent: '370',
    // 15% of the set and 24% of the bow.
    dmg: '39',
    rate: '5',
    // 50% of each character and 38.4% of the ascension.
    cd: '88.4',
    em: '0',
    level: '90',
    res: '10',
  });
  const state: HitState = { ...HIT_DEFAULTS, ...refill(HIT_DEFAULTS, fields) };
  const defense = 190 / (190 + 200);
  const expected = (334.85 + 608.07) * 1.496 * 3.7 * 1.39 * 1.884 * defense * 0.9;
  expect(damageOfState(state)).toBeCloseTo(expected, 6);
});

test('a bonus counts only for the hits that it names', () => {
  const arrow = { stat: 'ATK', category: 'Charged Attack', element: 'Cryo' };
  const field = (stat: string, unit = '%', hit = arrow) => fieldOf({ stat, unit }, hit);
  expect(field('Charged Attack DMG')).toBe('dmg');
  expect(field('Charged Attack DMG', '%', { ...arrow, category: 'Elemental Skill' })).toBeNull();
  expect([field('Pyro DMG Bonus'), field('Cryo DMG Bonus'), field('Physical DMG')]).toEqual([null, 'dmg', null]);
  expect([field('Elemental DMG', '%', { ...arrow, element: 'Physical' }), field('Elemental DMG')]).toEqual([
    null,
    'dmg',
  ]);
  expect([field('ATK'), field('HP'), field('EM', ''), field('EM')]).toEqual(['bonus', null, 'em', null]);
  expect([field('Limit of Elemental DMG'), field('Condition'), field('Energy', '')]).toEqual([null, null, null]);
});

test('a figure that names several stats is one figure for each', () => {
  const statsOf = (weapon: string) => weaponNamed(weapon).passives.map(({ stat }) => stat);
  expect(statsOf('Fruitful Hook')).toEqual(expect.arrayContaining(['CRIT Rate', 'Plunging Attack DMG']));
  expect(statsOf("Astral Vulture's Crimson Plumage")).toEqual(expect.arrayContaining(['ATK', 'Elemental Burst DMG']));
  const all = Object.values(index.weapons).flatMap(({ passives }) => passives.map(({ stat }) => stat));
  expect(all.filter((stat) => stat.includes(' / '))).toEqual([]);
});

test('what the reader added stays when something else is picked', () => {
  const before = refill(HIT_DEFAULTS, fieldsOf(picksOf('Frostflake Arrow DMG')));
  const after = fieldsOf(picksOf('Frostflake Arrow DMG', { set: setNamed('Blizzard Strayer') }));
  const state = { ...HIT_DEFAULTS, ...before, dmg: '46.6', flat: '311' };
  expect(refill(state, after)).toMatchObject({ dmg: '61.6', flat: '311', cd: '88.4' });
});

test('what the reader added to another stat does not stay', () => {
  const before = refill(HIT_DEFAULTS, fieldsOf(picksOf('Frostflake Arrow DMG')));
  const state = { ...HIT_DEFAULTS, ...before, flat: '311', bonus: '46.6', dmg: '46.6' };
  const after = { ...fieldsOf(picksOf('Frostflake Arrow DMG')), stat: 'DEF' };
  expect(refill(state, after)).toMatchObject({ stat: 'DEF', flat: '0', bonus: '0', dmg: '46.6' });
});

test('an address that was edited by hand adds nothing that is no number', () => {
  const fields = fieldsOf(picksOf('Frostflake Arrow DMG'));
  expect(refill({ ...HIT_DEFAULTS, filled: 'x_y', dmg: 'z' }, fields)).toMatchObject({ dmg: '0', flat: '0', em: '0' });
});
