import { act, fireEvent, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import CharacterList from '@site/components/characters/CharacterList';
import EnemyTable from '@site/components/enemies/EnemyTable';
import WeaponTable from '@site/components/equipment/WeaponTable';
import Filter from '@site/components/tables/Filter';
import { keyOf, parseKeys, toggleKey } from '@site/components/tables/lib/compare';
import type { Character, Enemy, WeaponData } from '@site/components/lib/types';
import ganyu from '@site/data/characters/cryo/ganyu.json';
import eula from '@site/data/characters/cryo/eula.json';
import guard from '@site/data/enemies/automatons/ruin-guard.json';
import defender from '@site/data/enemies/automatons/ruin-defender.json';
import bows from '@site/data/weapons/bows.json';
import { expectNoViolations } from '../axe';

let containers: HTMLElement[] = [];

afterEach(() => {
  containers.forEach((container) => container.remove());
  containers = [];
  window.history.replaceState(null, '', '/');
});

/** A page with these lists, served and then hydrated. */
function open(search: string, ...lists: React.ReactElement[]): HTMLElement {
  window.history.replaceState(null, '', `/${search}`);
  const page = document.createElement('main');
  page.innerHTML = lists.map((list) => renderToString(list)).join('');
  document.body.append(page);
  containers.push(page);
  for (const island of page.querySelectorAll<HTMLElement>('[data-island]')) {
    const props = JSON.parse(island.dataset.props!) as React.ComponentProps<typeof Filter>;
    const html = island.querySelector('island-slot')!.innerHTML;
    const slot = <island-slot key={0} dangerouslySetInnerHTML={{ __html: html }} />;
    act(() => void hydrateRoot(island, <Filter {...props}>{slot}</Filter>));
  }
  return page;
}

const weapons = bows.weapons as unknown as Record<string, WeaponData>;
const bowTables = [5, 4].map((rarity) => <WeaponTable key={rarity} weapons={weapons} rarity={rarity} />);

const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent));

test('keys come from the address, at most four and each once', () => {
  expect([parseKeys(null), parseKeys(''), parseKeys('a,b,a,,c')]).toEqual([null, [], ['a', 'b', 'c']]);
  expect(parseKeys('a,b,c,d,e')).toHaveLength(4);
  expect([toggleKey(['a'], 'b'), toggleKey(['a', 'b'], 'a')]).toEqual([['a', 'b'], ['b']]);
  expect(toggleKey(['a', 'b', 'c', 'd'], 'e')).toEqual(['a', 'b', 'c', 'd']);
});

test('a variant has a key of its own', () => {
  expect(keyOf('/equipment/weapons/bows#amos-bow', "Amos' Bow", "Amos' Bow")).toBe('amos-bow');
  expect(keyOf('/enemy-data/elementals/slime', 'Slime', 'Slime, Cryo (Shielded)')).toBe('slime.cryo-shielded');
});

test('without script there are no boxes, and the button does nothing', () => {
  const served = renderToString(bowTables[0]);
  expect(served).not.toContain('checkbox');
  expect(served).toMatch(/<button[^>]*disabled=""[^>]*>Compare/);
});

test('boxes appear when the reader compares, and two ticks show both side by side', async () => {
  const page = open('?sort=2', ...bowTables);
  expect(page.querySelector('.compare-box')).toBeNull();
  fireEvent.click(page.querySelector('.compare-start')!);
  const box = (name: string) => page.querySelector(`.compare-box[aria-label="Compare ${name}"]`)!;
  fireEvent.click(box("Amos' Bow"));
  expect(page.querySelector('.comparison')).toBeNull();
  // A weapon of the other table.
  fireEvent.click(box('Rust'));
  expect(window.location.search).toBe('?sort=2&compare=amos-bow,rust');
  const tables = page.querySelectorAll<HTMLElement>('.comparison');
  expect(tables).toHaveLength(1);
  const rows = rowsOf(tables[0]!);
  expect(rows[0]!.map((text) => text.split('×')[0])).toEqual(['', "Amos' Bow", 'Rust']);
  expect(rows.find(([label]) => label === 'ATK, highest')).toEqual(['ATK, highest', '608', '510']);
  await expectNoViolations(tables[0]!);
  fireEvent.click(within(tables[0]!).getByRole('button', { name: 'Remove Rust' }));
  expect(window.location.search).toBe('?sort=2&compare=amos-bow');
  fireEvent.click(within(page.querySelector<HTMLElement>('.compare-bar')!).getByText('End comparison'));
  expect([window.location.search, page.querySelector('.compare-box')]).toEqual(['?sort=2', null]);
});

test('the address opens a comparison, and a fifth box cannot be ticked', () => {
  const all = Object.keys(weapons).slice(0, 4);
  const page = open(`?compare=${all.join(',')}`, ...bowTables);
  expect(page.querySelectorAll('.comparison thead th')).toHaveLength(4);
  const boxes = [...page.querySelectorAll<HTMLInputElement>('.compare-box')];
  expect(boxes.filter(({ checked }) => checked)).toHaveLength(4);
  expect(boxes.filter(({ checked, disabled }) => checked === disabled)).toEqual([]);
});

test('enemies are compared by their resistances', () => {
  const enemies = { guard, defender } as unknown as Record<string, Enemy>;
  const page = open('?compare=ruin-guard,ruin-defender', <EnemyTable enemies={enemies} />);
  const rows = rowsOf(page.querySelector<HTMLElement>('.comparison')!);
  expect(rows.find(([label]) => label === 'Physical')?.slice(1)).toEqual(
    [guard, defender].map(({ resistances }) => String(resistances[0]!.percent.physical)),
  );
  expect(rows.find(([label]) => label === 'HP at level 90')?.[2]).toBe('146,125');
});

test('characters are compared by their stats at level 90', () => {
  const characters = { ganyu, eula } as unknown as Record<string, Character>;
  const page = open('?compare=ganyu,eula', <CharacterList characters={characters} />);
  const rows = rowsOf(page.querySelector<HTMLElement>('.comparison')!);
  expect(rows.find(([label]) => label === 'Weapon')).toEqual(['Weapon', 'Bow', 'Claymore']);
  expect(rows.find(([label]) => label === 'HP at level 90')?.[1]).toBe('9,797');
  expect(rows.find(([label]) => label === 'Ascension stat')?.[1]).toBe('CRIT DMG 38.4%');
});
