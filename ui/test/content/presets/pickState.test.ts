import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  hitSlugs,
  packPicks,
  picksOf,
  readChoice,
  slugOf,
} from '../../../../content/components/damage/lib/presets/pickState';
import type { PresetElement, PresetIndex } from '../../../../content/components/damage/lib/presets/presetData';

const FOLDER = '../content/static/presets/';
const fileOf = (name: string) => readFileSync(FOLDER + name, 'utf8');
const index = JSON.parse(fileOf('index.json')) as PresetIndex;

test('no two things that can be picked have the same slug, and each is found by it', () => {
  const lists = [Object.values(index.weapons), Object.values(index.sets), index.enemies];
  for (const list of lists) expect(new Set(list.map(({ name }) => slugOf(name))).size).toBe(list.length);
  const elements = new Set(Object.values(index.characters).map(({ element }) => element.toLowerCase()));
  const characters = [...elements].flatMap((name) =>
    Object.entries(JSON.parse(fileOf(`${name}.json`)) as PresetElement),
  );
  expect(characters.length).toBeGreaterThan(100);
  for (const [who, character] of characters) {
    expect(new Set(hitSlugs(character.rows)).size).toBe(character.rows.length);
    for (const [row, { category, element }] of character.rows.entries()) {
      const picks = {
        ...{ character, row, step: 1, talentLevel: 2, category: category ?? '', element: element ?? '' },
        ...{ weapon: null, rank: 0, active: {}, set: null, enemy: index.enemies[row % 50]! },
      };
      expect(picksOf(readChoice(packPicks(who, picks)), character, index)).toEqual(picks);
    }
  }
});
