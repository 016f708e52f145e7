import { fireEvent, render, screen, within } from '@testing-library/react';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import DamageCalculator from '../../../../content/components/damage/DamageCalculator';
import { HIT_DEFAULTS, type HitState } from '../../../../content/components/damage/lib/hitState';
import type { PresetElement, PresetIndex } from '../../../../content/components/damage/lib/presetData';
import { fieldOf, fieldsOf, refill, usualElement, type Picks } from '../../../../content/components/damage/lib/presets';
import { damageOfState } from '../../../../content/components/damage/lib/setUps';
import ganyu from '../../../../content/data/characters/cryo/ganyu.json';
import bows from '../../../../content/data/weapons/bows.json';
import { expectNoViolations } from '../../axe';
import { presetFiles } from './presetFiles';

const FOLDER = '../content/static/presets';
const files = presetFiles();
const index = files['index.json'] as PresetIndex;
const cryo = files['cryo.json'] as PresetElement;

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  sessionStorage.clear();
});

test.each(Object.keys(files))('%s holds the figures of the data', (name) => {
  const path = `${FOLDER}/${name}`;
  const text = `${JSON.stringify(files[name])}\n`;
  if (process.env.UPDATE_SNAPSHOTS) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, text);
  }
  // `UPDATE_SNAPSHOTS=1 cargo test ui::` writes the files.
  expect(existsSync(path) && readFileSync(path, 'utf8') === text).toBe(true);
});

function picksOf(hit: string, part: Partial<Picks> = {}): Picks {
  const character = cryo.ganyu!;
  const row = character.rows.findIndex(({ name }) => name === hit);
  const step = character.steps.findIndex(([level]) => level === '90');
  const element = usualElement(character, character.rows[row]!);
  const none = { weapon: null, rank: 0, active: [], set: null, enemy: null };
  return { character, row, step, element, talentLevel: 8, ...none, ...part };
}

test('a character, a hit, a weapon, a set and an enemy become the fields', () => {
  const bow = Object.values(index.weapons).find(({ name }) => name === "Amos' Bow")!;
  const set = Object.values(index.sets).find(({ name }) => name === 'Blizzard Strayer')!;
  const enemy = index.enemies.find(({ name }) => name === 'Ruin Defender')!;
  const fields = fieldsOf(picksOf('Frostflake Arrow Bloom DMG', { weapon: bow, set, enemy, active: [0], rank: 4 }));
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
  const state: HitState = { ...HIT_DEFAULTS, ...fields, reaction: 'none', enemy: '90' };
  const expected = (334.85 + 608.07) * 1.496 * 3.7 * 1.39 * 1.884 * 0.5 * 0.9;
  expect(damageOfState(state)).toBeCloseTo(expected, 6);
});

test('a bonus counts only for the hits that it names', () => {
  const [arrow, skill] = ['Frostflake Arrow DMG', 'Skill DMG'].map(
    (name) => cryo.ganyu!.rows.find((row) => row.name === name)!,
  );
  const field = (stat: string, unit = '%', row = arrow!, element = 'Cryo') => fieldOf({ stat, unit }, row, element);
  expect(field('Charged Attack DMG / Normal Attack DMG')).toBe('dmg');
  expect(field('Charged Attack DMG / Normal Attack DMG', '%', skill)).toBeNull();
  expect([field('Pyro DMG Bonus'), field('Cryo DMG Bonus'), field('Physical DMG')]).toEqual([null, 'dmg', null]);
  expect([field('Elemental DMG', '%', arrow, 'Physical'), field('Elemental DMG')]).toEqual([null, 'dmg']);
  expect([field('ATK'), field('HP'), field('EM', ''), field('EM')]).toEqual(['bonus', null, 'em', null]);
  expect([field('Limit of Elemental DMG'), field('Condition'), field('Energy', '')]).toEqual([null, null, null]);
});

test('what the reader added stays when something else is picked', () => {
  const before = fieldsOf(picksOf('Frostflake Arrow DMG'));
  const set = Object.values(index.sets).find(({ name }) => name === 'Blizzard Strayer')!;
  const after = fieldsOf(picksOf('Frostflake Arrow DMG', { set }));
  const state = { ...HIT_DEFAULTS, ...before, dmg: '46.6', flat: '311' };
  expect(refill(state, before, after)).toMatchObject({ dmg: '61.6', flat: '311', cd: '88.4' });
  expect(refill(state, null, after)).toBe(after);
});

test('the calculator is filled in from the files, and asks for them only when the reader does', async () => {
  const fetched = vi.fn((address: string) =>
    Promise.resolve(new Response(JSON.stringify(files[address.split('/').at(-1)!]))),
  );
  vi.stubGlobal('fetch', fetched);
  const { container } = render(<DamageCalculator />);
  expect(fetched).not.toHaveBeenCalled();
  const details = container.querySelector<HTMLDetailsElement>('.tool-presets')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  fireEvent.change(await screen.findByLabelText('Character'), { target: { value: 'ganyu' } });
  const hits = await screen.findByLabelText('Talent and hit');
  const arrow = within(hits).getByRole('option', { name: 'Attack: Frostflake Arrow DMG' });
  fireEvent.change(hits, { target: { value: (arrow as HTMLOptionElement).value } });
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect([field(/^Talent value/), field(/^ATK of the character/)]).toEqual(['218', '334.85']);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/presets/index.json', '/presets/cryo.json']);
  fireEvent.change(screen.getByLabelText('Talent level'), { target: { value: '9' } });
  expect(field(/^Talent value/)).toBe('230');
  fireEvent.change(screen.getByLabelText(/^Weapon, at/), { target: { value: "Amos' Bow" } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Charged Attack DMG / Normal Attack DMG +12%' }));
  expect([field(/^DMG bonuses/), field(/^ATK of the weapon/)]).toEqual(['12', '608.07']);
  await expectNoViolations(container);
  vi.unstubAllGlobals();
});
