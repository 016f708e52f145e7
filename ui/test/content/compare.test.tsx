import { act, fireEvent, within } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import CharacterList from '@site/components/characters/CharacterList';
import EnemyTable from '@site/components/enemies/EnemyTable';
import WeaponList from '@site/components/equipment/WeaponList';
import WeaponTable from '@site/components/equipment/WeaponTable';
import Filter from '@site/components/tables/Filter';
import { keyOf, parseNamed, toggleKey } from '@site/components/tables/lib/compare';
import type { Character, Enemy, WeaponData } from '@site/components/lib/types';
import ganyu from '@site/data/characters/cryo/ganyu.json';
import eula from '@site/data/characters/cryo/eula.json';
import guard from '@site/data/enemies/automatons/ruin-guard.json';
import defender from '@site/data/enemies/automatons/ruin-defender.json';
import bows from '@site/data/weapons/bows.json';
import swords from '@site/data/weapons/swords.json';
import { expectNoViolations } from '../axe';

let containers: HTMLElement[] = [];
let roots: Root[] = [];

afterEach(() => {
  act(() => roots.forEach((root) => root.unmount()));
  roots = [];
  containers.forEach((container) => container.remove());
  containers = [];
  window.history.replaceState(null, '', '/');
});

/** A page with these lists, as it is served. */
function serve(search: string, ...lists: React.ReactElement[]): HTMLElement {
  window.history.replaceState(null, '', `/${search}`);
  const page = document.createElement('main');
  page.innerHTML = lists.map((list) => renderToString(list)).join('');
  document.body.append(page);
  containers.push(page);
  return page;
}

function hydrate(island: HTMLElement): void {
  const props = JSON.parse(island.dataset.props!) as React.ComponentProps<typeof Filter>;
  const html = island.querySelector('island-slot')!.innerHTML;
  const slot = <island-slot key={0} dangerouslySetInnerHTML={{ __html: html }} />;
  act(() => void roots.push(hydrateRoot(island, <Filter {...props}>{slot}</Filter>)));
}

const islandsOf = (page: HTMLElement) => [...page.querySelectorAll<HTMLElement>('[data-island]')];

/** A page with these lists, served and then hydrated. */
function open(search: string, ...lists: React.ReactElement[]): HTMLElement {
  const page = serve(search, ...lists);
  islandsOf(page).forEach(hydrate);
  return page;
}

const weapons = bows.weapons as unknown as Record<string, WeaponData>;
const table = (rarity: number) => <WeaponTable key={rarity} weapons={weapons} rarity={rarity} />;
const bowTables = [5, 4].map(table);
const file = (type: string, data: { weapons: object }) => ({
  type,
  route: `/${type}`,
  weapons: data.weapons as Record<string, WeaponData>,
});

const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent));

test('keys come from the address, at most four and each once', () => {
  const list = document.createElement('div');
  list.className = 'filter';
  const page = document.createElement('main');
  page.append(list);
  list.innerHTML = [...'abcde'].map((key) => `<li data-keys="x"><a href="/${key}">${key}</a></li>`).join('');
  const parsed = (text: string | null) => parseNamed(text, page);
  expect([parsed(null), parsed('')?.keys, parsed('a,b,a,,c')?.keys]).toEqual([null, [], ['a', 'b', 'c']]);
  expect(parsed('a,b,c,d,e')).toEqual({ keys: ['a', 'b', 'c', 'd'], unknown: [], surplus: ['e'] });
  // Keys that the page does not have take no place.
  expect(parsed('no,such,d,e,no')).toEqual({ keys: ['d', 'e'], unknown: ['no', 'such'], surplus: [] });
  expect([toggleKey(['a'], 'b'), toggleKey(['a', 'b'], 'a')]).toEqual([['a', 'b'], ['b']]);
  expect(toggleKey(['a', 'b', 'c', 'd'], 'e')).toEqual(['a', 'b', 'c', 'd']);
});

test('a variant has a key of its own', () => {
  expect(keyOf('/equipment/weapons/bows#amos-bow', "Amos' Bow", "Amos' Bow")).toBe('amos-bow');
  expect(keyOf('/enemy-data/elementals/slime', 'Slime', 'Slime, Cryo (Shielded)')).toBe('slime.cryo-shielded');
});

test('weapons that share a heading have a box each', () => {
  const page = open('?compare=seasoned-hunters-bow,rust', ...[4, 2, 1].map(table));
  const rows = page.querySelectorAll('tr[data-keys]').length;
  expect(page.querySelectorAll('.compare-box')).toHaveLength(rows);
  expect(rowsOf(page.querySelector<HTMLElement>('.comparison')!)[0]!.join()).toContain("Seasoned Hunter's Bow");
  const all = open('?compare=', <WeaponList files={[file('Bow', bows), file('Sword', swords)]} />);
  expect(all.querySelectorAll('.compare-box')).toHaveLength(all.querySelectorAll('tr[data-keys]').length);
});

test('names in the address that are not compared are named in the status', () => {
  const page = open('?compare=amos,rust,nonsense', ...bowTables);
  const status = () => page.querySelector('.compare-bar [role=status]')!.textContent;
  expect(status()).toBe('1 of 4 chosen: tick two or more. Not on this page: amos, nonsense.');
  fireEvent.click(within(page).getByRole('checkbox', { name: "Compare Amos' Bow" }));
  expect([status(), window.location.search]).toEqual(['2 of 4 chosen', '?compare=rust,amos-bow']);
});

test('of very many and very long names the status lists some', () => {
  const five = Object.keys(weapons).slice(0, 5);
  const page = open(`?compare=${[...five, 'x'.repeat(300), ...'abcdef'].join(',')}`, ...[5, 4, 3].map(table));
  const status = page.querySelector('.compare-bar [role=status]')!.textContent;
  expect(status).toBe(
    `4 of 4 chosen. Not on this page: ${'x'.repeat(40)}, a, b, c and 3 more. More than 4: ${five[4]}.`,
  );
});

test('each ticked box leads to the table, and the table back to the box', () => {
  const page = open('?compare=rust', ...bowTables);
  expect(page.querySelector('.compare-jump')).toBeNull();
  const box = within(page).getByRole('checkbox', { name: "Compare Amos' Bow" });
  fireEvent.click(box);
  const jumps = within(page).getAllByRole('button', { name: 'To the comparison' });
  expect(jumps.map((jump) => (jump.previousElementSibling as HTMLInputElement).ariaLabel)).toEqual(
    ['Compare Rust', "Compare Amos' Bow"].sort(),
  );
  fireEvent.click(box.nextElementSibling!);
  expect(document.activeElement).toBe(page.querySelector('.comparison [role=region]'));
  fireEvent.click(within(page).getByRole('button', { name: 'Back to the list' }));
  expect(document.activeElement).toBe(box);
  fireEvent.click(box);
  expect(page.querySelector('.compare-jump')).toBeNull();
});

test('the way back from a shared comparison leads to the first box that is ticked', () => {
  const page = open('?compare=rust,amos-bow', ...bowTables);
  fireEvent.click(within(page).getByRole('button', { name: 'Back to the list' }));
  expect(document.activeElement).toBe(page.querySelector('.compare-box:checked'));
});

test('without script there are no boxes, and the button does nothing', () => {
  const served = renderToString(bowTables[0]);
  expect(served).not.toContain('checkbox');
  expect(served).toMatch(/<button[^>]*inert=""[^>]*>Compare/);
});

test('boxes appear when the reader compares, and two ticks show a table of both', async () => {
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
  const highest = [weapons['amos-bow'], weapons.rust].map((weapon) => String(Math.round(weapon!.base_atk.max)));
  expect(rows.find(([label]) => label === 'ATK, highest')).toEqual(['ATK, highest', ...highest]);
  await expectNoViolations(tables[0]!);
  fireEvent.click(within(tables[0]!).getByRole('button', { name: 'Remove Rust' }));
  expect(window.location.search).toBe('?sort=2&compare=amos-bow');
  expect(document.activeElement).toBe(page.querySelector('.compare-start'));
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

test('a page opened for a comparison scrolls to it, but not when the reader has ticked a box before', () => {
  const scroll = vi.mocked(Element.prototype.scrollIntoView).mockClear();
  open('?compare=rust,amos-bow', ...bowTables);
  expect(scroll).toHaveBeenCalledOnce();
  scroll.mockClear();
  const page = serve('?compare=rust', ...bowTables);
  const [first, second] = islandsOf(page);
  hydrate(first!);
  fireEvent.click(within(first!).getByRole('checkbox', { name: "Compare Amos' Bow" }));
  hydrate(second!);
  expect(second!.querySelector('.comparison')).not.toBeNull();
  expect(scroll).not.toHaveBeenCalled();
});

test('enemies are compared by their resistances', () => {
  const enemies = { guard, defender } as unknown as Record<string, Enemy>;
  const page = open('?compare=ruin-guard,ruin-defender', <EnemyTable enemies={enemies} />);
  const rows = rowsOf(page.querySelector<HTMLElement>('.comparison')!);
  expect(rows.find(([label]) => label === 'Physical')?.slice(1)).toEqual(
    [guard, defender].map(({ resistances }) => String(resistances[0]!.percent.physical)),
  );
  const [, hp] = defender.hp[0]!.levels.find(([level]) => level === 90)!;
  expect(rows.find(([label]) => label === 'HP at level 90')?.[2]).toBe(hp!.toLocaleString('en'));
});

test('characters are compared by their stats at level 90', () => {
  const characters = { ganyu, eula } as unknown as Record<string, Character>;
  const page = open('?compare=ganyu,eula', <CharacterList characters={characters} />);
  const rows = rowsOf(page.querySelector<HTMLElement>('.comparison')!);
  expect(rows.find(([label]) => label === 'Weapon')).toEqual(['Weapon', 'Bow', 'Claymore']);
  const [, , hp, , , bonus] = ganyu.stats.rows.find(([ascension, level]) => ascension === 6 && level === 90)!;
  expect(rows.find(([label]) => label === 'HP at level 90')?.[1]).toBe(Math.round(hp!).toLocaleString('en'));
  expect(rows.find(([label]) => label === 'Ascension stat')?.[1]).toBe(`${ganyu.ascension_stat} ${bonus! * 100}%`);
});

test('a page with several lists has one bar, after all of them', async () => {
  const page = open('?compare=', ...bowTables);
  const bars = page.querySelectorAll('.compare-bar');
  expect(bars).toHaveLength(1);
  expect(page.querySelectorAll('[role=status]')).toHaveLength(1);
  expect(bars[0]!.closest('.filter')).toBeNull();
  fireEvent.click(within(page).getByRole('button', { name: 'End comparison' }));
  expect(page.querySelector('.compare-bar, .compare-host')).toBeNull();
});

test('the focus moves to the next button when one removes itself', () => {
  const page = open('?compare=amos-bow,skyward-harp,rust', ...bowTables);
  const press = (name: string) => {
    const button = within(page).getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  const focused = () => document.activeElement?.textContent;
  press('Remove Skyward Harp');
  expect(focused()).toBe('×Remove Rust');
  press('Remove Rust');
  expect([focused(), page.querySelector('.comparison')]).toEqual(['Compare', null]);
});

test('the table moves to another list with the focus', () => {
  const page = open('?compare=amos-bow,rust,the-stringless', ...bowTables);
  const button = within(page).getByRole('button', { name: "Remove Amos' Bow" });
  button.focus();
  fireEvent.click(button);
  expect(page.querySelectorAll('.comparison')).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe('×Remove Rust');
});

test('the end of the comparison leaves the focus on the button that began it', () => {
  const page = open('', ...bowTables);
  const start = page.querySelectorAll<HTMLElement>('.compare-start')[1]!;
  start.focus();
  fireEvent.click(start);
  const end = within(page).getByRole('button', { name: 'End comparison' });
  end.focus();
  fireEvent.click(end);
  expect(document.activeElement).toBe(start);
});

test('things of lists with other columns are compared by name, with a dash for what one does not have', () => {
  const characters = { ganyu } as unknown as Record<string, Character>;
  const page = open('?compare=ganyu,amos-bow', <CharacterList characters={characters} />, bowTables[0]!);
  const rows = rowsOf(page.querySelector<HTMLElement>('.comparison')!);
  expect(rows.find(([label]) => label === 'Weapon')).toEqual(['Weapon', 'Bow', '–']);
  expect(rows.find(([label]) => label === 'ATK, highest')?.slice(0, 2)).toEqual(['ATK, highest', '–']);
});
