import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareCells, isFound } from '@site/components/tables/lib/filters';
import { comparedRows } from '@site/components/enemies/lib/comparison';
import { statsAt, stepsOf, type Ascension } from '@site/components/levels/lib/growth';
import type { Character, Enemy, WeaponData } from '@site/components/lib/types';
import { weaponSteps } from '@site/components/equipment/lib/weapon';

const data = join(__dirname, '../../../content/data');

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return name.endsWith('.json') && !name.endsWith('schema.json') ? [path] : [];
  });
}

const read = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

const characters = filesBelow(join(data, 'characters')).map((path) => read<Character>(path));
const grown = characters.filter(({ stats }) => stats !== undefined);

test('stats of every character at every level are those of the data', () => {
  expect(grown.length).toBeGreaterThan(100);
  for (const { name, base, curves, ascensions, stats } of grown) {
    const growing = { base: base!, curves: curves!, ascensions: ascensions!.rows as Ascension[] };
    for (const [ascension = 0, level = 0, hp = 0, atk = 0, def = 0, bonus = 0] of stats!.rows) {
      const found = statsAt(growing, { level, ascension });
      const differences = [found.hp - hp, found.atk - atk, found.def - def, found.bonus - bonus];
      expect(Math.max(...differences.map(Math.abs)), `${name}, level ${level}, ascension ${ascension}`).toBeLessThan(
        0.011,
      );
    }
  }
});

test('a slider passes every level once, and those of an ascension twice', () => {
  const steps = stepsOf(grown[0]!.ascensions!.rows as Ascension[]);
  expect(steps).toHaveLength(106);
  expect(steps.filter(({ level }) => level === 20)).toEqual([
    { level: 20, ascension: 0 },
    { level: 20, ascension: 1 },
  ]);
  expect([steps[0], steps.at(-1)]).toEqual([
    { level: 1, ascension: 0 },
    { level: 100, ascension: 6 },
  ]);
});

test('weapons grow to the figures that the data has for their highest level', () => {
  const weapons = filesBelow(join(data, 'weapons')).flatMap((path) =>
    Object.values(read<{ weapons: Record<string, WeaponData> }>(path).weapons),
  );
  expect(weapons.length).toBe(233);
  for (const weapon of weapons) {
    const steps = weaponSteps(weapon);
    const last = steps.at(-1)!;
    expect([steps[0]!.level, last.level], weapon.name).toEqual(['1', String(weapon.max_level)]);
    expect(Math.abs(last.atk - weapon.base_atk.max), weapon.name).toBeLessThan(0.6);
    if (weapon.substat) expect(Math.abs((last.substat ?? 0) / weapon.substat.max - 1), weapon.name).toBeLessThan(0.005);
  }
});

test('every enemy with resistances has a row in comparisons', () => {
  const enemies = filesBelow(join(data, 'enemies')).map((path) => read<Enemy>(path));
  const rows = comparedRows(enemies);
  expect(new Set(rows.map(({ route }) => route)).size).toBe(
    enemies.filter(({ resistances = [] }) => resistances.length > 0).length,
  );
  expect(rows.find(({ name }) => name === 'Hilichurl')).toMatchObject({
    hp: 24354,
    weakspots: 'Head',
    percent: { pyro: 10 },
  });
});

test.each([
  [
    ['10', '9,797', '−40%', '~3', ''],
    ['−40%', '~3', '10', '9,797', ''],
  ],
  [
    ['immune', '50', '–'],
    ['50', 'immune', '–'],
  ],
  [
    ['b', '–', 'a'],
    ['a', 'b', '–'],
  ],
])('%j is sorted as %j', (cells, sorted) => {
  expect([...cells].sort(compareCells)).toEqual(sorted);
});

test('what is found has all words and every choice', () => {
  expect(isFound('Cryo|Bow', 'Ganyu', ['Cryo', ''], 'gan')).toBe(true);
  expect(isFound('Cryo|Bow', 'Ganyu', ['Pyro', ''], '')).toBe(false);
  expect(isFound('Cryo|Bow', 'Ganyu', ['', 'Bow'], 'gan x')).toBe(false);
  expect(isFound('ATK, HP', 'A set', ['HP'], '')).toBe(true);
});
