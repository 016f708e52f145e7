import { toNumber, type ToolState } from '../../lib/toolState';
import type { Character } from '../../lib/types';

/** A team that uses all that can be chosen. The keys are query parameters. */
export const PORTRAIT_DEFAULTS = {
  m1: 'Xiangling',
  e1: 'Pyro',
  m2: 'Xingqiu',
  e2: 'Hydro',
  m3: 'Sucrose',
  e3: 'Anemo',
  m4: '',
  e4: 'Cryo',
  frame: 'stitched',
  ground: 'plain',
  caption: 'names',
  size: '160',
};

export type PortraitState = typeof PORTRAIT_DEFAULTS;
export type Member = { name: string; element: string };
export type Frame = 'stitched' | 'ring' | 'double' | 'square';

export const SLOTS = [1, 2, 3, 4] as const;
export const NOBODY = 'none';
export const PORTRAIT_ELEMENTS = [
  ...['Anemo', 'Cryo', 'Dendro', 'Electro', 'Geo', 'Hydro', 'Pyro'].map((value) => ({ value, label: value })),
  { value: NOBODY, label: 'Nobody' },
];
export const FRAMES: { value: Frame; label: string }[] = [
  { value: 'stitched', label: 'Stitched' },
  { value: 'ring', label: 'Ring' },
  { value: 'double', label: 'Double ring' },
  { value: 'square', label: 'Square' },
];
export const GROUNDS = [
  { value: 'plain', label: 'Filled' },
  { value: 'clear', label: 'Transparent' },
];
export const CAPTIONS = [
  { value: 'names', label: 'Names' },
  { value: 'none', label: 'None' },
];
export const WIDTHS = ['96', '160', '256', '512'].map((value) => ({ value, label: `${value} px` }));

/** Names by element. */
export type Roster = Record<string, string[]>;

export function rosterOf(characters: Pick<Character, 'name' | 'element'>[]): Roster {
  const roster: Roster = {};
  for (const { name, element } of [...characters].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // biome-ignore lint/suspicious/noAssignInExpressions: creates the list of an element on first use.
    (roster[element] ??= []).push(name);
  }
  return roster;
}

/** What a typed name changes: a known character brings the element along. */
export function memberChange(roster: Roster, slot: number, name: string): ToolState {
  const same = (one: string) => one.toLowerCase() === name.trim().toLowerCase();
  const element = Object.keys(roster).find((key) => roster[key]?.some(same));
  return element === undefined ? { [`m${slot}`]: name } : { [`m${slot}`]: name, [`e${slot}`]: element };
}

const MAX_NAME_LENGTH = 40;

/** One of the options, else the first. */
export function oneOf<T extends string>(options: { value: T }[], value: string): T {
  // biome-ignore lint/style/noNonNullAssertion: no list of options is empty.
  return (options.find((option) => option.value === value) ?? options[0])!.value;
}

export function memberOf(state: ToolState, slot: number): Member {
  return {
    name: (state[`m${slot}`] ?? '').slice(0, MAX_NAME_LENGTH),
    element: oneOf(PORTRAIT_ELEMENTS, state[`e${slot}`] ?? ''),
  };
}

/** The members in their order; slots with nobody are left out. */
export function membersOf(state: ToolState): Member[] {
  return SLOTS.map((slot) => memberOf(state, slot)).filter(({ element }) => element !== NOBODY);
}

/** What a medallion shows: the first two letters; nothing where any character of the element is meant. */
export function initials(name: string): string {
  return [...name.trim()].slice(0, 2).join('');
}

/** How a member is called in words. */
export function memberText({ name, element }: Member): string {
  const short = name.trim();
  if (short === '') return `any ${element}`;
  // The Traveler's names say the element themselves.
  return short.endsWith(`(${element})`) ? short : `${short} (${element})`;
}

/** The picture in words. */
export function altText(members: Member[]): string {
  return members.length === 0 ? 'An empty team' : `Team of ${members.length}: ${members.map(memberText).join(', ')}`;
}

/** Pixels of a medallion's side. */
export function widthOf({ size }: PortraitState): number {
  return toNumber(oneOf(WIDTHS, size));
}
