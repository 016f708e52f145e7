import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import DamageCalculator from '../../../../content/components/damage/DamageCalculator';
import { HIT_DEFAULTS, type HitState } from '../../../../content/components/damage/lib/hitState';
import { damageOfState } from '../../../../content/components/damage/lib/setUps';
import { earlierStates } from '../../../../content/components/lib/toolHistory';
import { readState } from '../../../../content/components/lib/toolState';
import { expectNoViolations } from '../../axe';

const fileOf = (address: string) => readFileSync(`../content/static/presets/${address.split('/').at(-1)}`, 'utf8');
const fetched = vi.fn((address: string) => Promise.resolve(new Response(fileOf(address))));

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  sessionStorage.clear();
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const set = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const damage = () => document.querySelector('output strong')!.textContent;

/** The calculator with its box of picks open. */
function open(): HTMLElement {
  const { container } = render(<DamageCalculator />);
  const details = container.querySelector<HTMLDetailsElement>('.tool-presets')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  return container;
}

async function pickHit(character: string, hit: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Character'), { target: { value: character } });
  const hits = await screen.findByLabelText('Talent and hit');
  const option = within(hits).getByRole<HTMLOptionElement>('option', { name: hit });
  fireEvent.change(hits, { target: { value: option.value } });
}

/** The state that the fields hold, once it is in the address. */
async function stateOf(part: Partial<HitState>): Promise<HitState> {
  const read = () => readState(window.location.search, HIT_DEFAULTS);
  await expect.poll(read).toMatchObject(part);
  return read();
}

test('the calculator is filled in from the files, and asks for them only when the reader does', async () => {
  const container = open();
  await pickHit('ganyu', 'Attack: Frostflake Arrow DMG');
  expect([field(/^Talent value/), field(/^ATK of the character/)]).toEqual(['218', '334.85']);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/presets/index.json', '/presets/cryo.json']);
  set('Talent level', '9');
  expect(field(/^Talent value/)).toBe('230');
  set(/^Weapon, at/, "Amos' Bow");
  fireEvent.click(screen.getByRole('checkbox', { name: 'Charged Attack DMG +12%' }));
  expect([field(/^DMG bonuses/), field(/^ATK of the weapon/)]).toEqual(['12', '608.07']);
  await expectNoViolations(container);
});

test('the first pick has no reaction: a hit is not multiplied by that of the worked example', async () => {
  open();
  await pickHit('ganyu', 'Attack: 1-Hit DMG');
  const state = await stateOf({ talent: '58.3' });
  expect(state.reaction).toBe('none');
  const plain = 334.85 * 0.583 * 1.884 * (190 / 390) * 0.9;
  expect(damage()).toBe(Math.round(plain).toLocaleString('en'));
});

test('a reset takes the picks back, and the worked example is not taken for what the reader added', async () => {
  open();
  await pickHit('ganyu', 'Attack: Frostflake Arrow DMG');
  const picked = [/^DMG bonuses/, /^Flat ATK/, /^Elemental Mastery/].map(field);
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(field(/^Talent value/)).toBe(HIT_DEFAULTS.talent);
  expect(screen.getByLabelText<HTMLSelectElement>('Character').value).toBe('');
  await pickHit('ganyu', 'Attack: Frostflake Arrow DMG');
  expect([/^DMG bonuses/, /^Flat ATK/, /^Elemental Mastery/].map(field)).toEqual(picked);
  expect(field(/^Talent value/)).toBe('218');
});

test('an undone pick is not subtracted from the next one, and does not come back with it', async () => {
  open();
  await pickHit('ganyu', 'Attack: Frostflake Arrow DMG');
  await stateOf({ dmg: '0' });
  set('Two pieces of a set', 'Blizzard Strayer');
  await stateOf({ dmg: '15' });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(field(/^DMG bonuses/)).toBe('0');
  set('Talent level', '9');
  expect(field(/^DMG bonuses/)).toBe('0');
  expect(screen.getByLabelText<HTMLSelectElement>('Two pieces of a set').value).toBe('');
});

test('a stacking figure counts once for each stack, and one with steps has the total of a step', async () => {
  open();
  await pickHit('ganyu', 'Attack: Frostflake Arrow DMG');
  set(/^Weapon, at/, "Amos' Bow");
  const stacks = screen.getByLabelText<HTMLSelectElement>('Stacks of the passive: Charged Attack DMG');
  expect([field(/^DMG bonuses/), stacks.options.length]).toEqual(['0', 6]);
  set('Stacks of the passive: Charged Attack DMG', '3');
  expect([field(/^DMG bonuses/), stacks.selectedOptions[0]?.textContent]).toEqual(['24', '3: Charged Attack DMG +24%']);
  set('Refinement', '1');
  expect(field(/^DMG bonuses/)).toBe('30');
  set('Stacks of the passive: Charged Attack DMG', '0');
  expect(field(/^DMG bonuses/)).toBe('0');
  set(/^Weapon, at/, 'Polar Star');
  const before = Number(field(/^ATK bonus/));
  set('Refinement', '0');
  set('Step of the passive: ATK', '4');
  expect(Number(field(/^ATK bonus/)) - before).toBeCloseTo(48);
});

test('swapped set-ups keep what each of them was filled with', async () => {
  open();
  await pickHit('ganyu', 'Attack: Frostflake Arrow DMG');
  set(/^DMG bonuses/, '20');
  fireEvent.click(screen.getByRole('button', { name: 'Compare with another set-up' }));
  set('Two pieces of a set', 'Blizzard Strayer');
  expect(field(/^DMG bonuses/)).toBe('35');
  fireEvent.click(screen.getByRole('button', { name: 'Swap A and B' }));
  expect(field(/^DMG bonuses/)).toBe('20');
  // A has no set.
  set('Talent level', '9');
  expect(field(/^DMG bonuses/)).toBe('20');
});

test('an immune enemy takes no damage, and without an enemy its RES does not stay', async () => {
  open();
  await pickHit('sucrose', 'Skill: Skill DMG');
  set('Enemy', 'Eye of the Storm');
  expect(damage()).toBe('0');
  expect(screen.getByText('Eye of the Storm is immune to Anemo: it takes no damage.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Base RES/).placeholder).toBe('immune');
  set('Enemy', '');
  expect(field(/^Base RES/)).toBe('10');
  expect(damage()).not.toBe('0');
  expect(damageOfState(await stateOf({ res: '10' }))).toBeGreaterThan(0);
});

test('what the library does not state is left to the reader, and fills nothing in before', async () => {
  open();
  await pickHit('yelan', 'Attack: Breakthrough Barb DMG');
  expect(field(/^Talent value/)).toBe(HIT_DEFAULTS.talent);
  expect(screen.getByText('Choose what the hit counts as: the fields are filled in then.')).toBeTruthy();
  expect(screen.queryByLabelText('Enemy')).toBeNull();
  set(/^Counts as/, 'Charged Attack');
  expect(screen.getByLabelText<HTMLSelectElement>('Type of damage').value).toBe('Hydro');
  expect(field(/^Max HP of the character/)).not.toBe(HIT_DEFAULTS.base);
});

test('figures that could not be loaded are asked for again', async () => {
  fetched.mockImplementationOnce(() => Promise.resolve(new Response('', { status: 503 })));
  // Files stay loaded while the page is open: this case needs one that no other has asked for.
  open();
  fireEvent.change(await screen.findByLabelText('Character'), { target: { value: 'raiden-shogun' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Talent and hit')).toBeTruthy();
});

const chosen = (label: RegExp) => screen.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent;

/** What a reload does: the page begins again with the address. */
async function reload(): Promise<void> {
  cleanup();
  open();
  await screen.findByLabelText('Character');
}

test('a reload keeps the picks, and what the reader added to the fields', async () => {
  open();
  await pickHit('ganyu', 'Attack: Frostflake Arrow DMG');
  set(/^Talent level/, '9');
  set(/^Weapon, at/, "Amos' Bow");
  set(/^Refinement/, '1');
  set(/^Stacks of the passive/, '3');
  set(/^Two pieces of a set/, 'Blizzard Strayer');
  set(/^Enemy/, 'Eye of the Storm');
  set(/^DMG bonuses/, String(Number(field(/^DMG bonuses/)) + 20));
  await expect.poll(() => readState(window.location.search, HIT_DEFAULTS).dmg).toBe(field(/^DMG bonuses/));
  const before = field(/^DMG bonuses/);
  await reload();
  await screen.findByLabelText('Enemy');
  const labels = [
    /^Character/,
    /^Talent and hit/,
    /^Talent level/,
    /^Weapon, at/,
    /^Refinement/,
    /^Stacks/,
    /^Two pieces/,
    /^Enemy/,
  ];
  expect(labels.map(chosen)).toEqual([
    'Ganyu',
    'Attack: Frostflake Arrow DMG',
    '10',
    "Amos' Bow",
    'R2',
    expect.stringMatching(/^3: /),
    'Blizzard Strayer',
    'Eye of the Storm',
  ]);
  // The next pick counts on from there.
  set(/^Two pieces of a set/, '');
  expect(Number(field(/^DMG bonuses/))).toBeCloseTo(Number(before) - 15);
});

test('the address also has a choice that fills nothing in yet, which is no step to undo', async () => {
  open();
  await pickHit('yelan', 'Attack: Breakthrough Barb DMG');
  expect(earlierStates('/')).toEqual([]);
  await reload();
  await screen.findByLabelText(/^Counts as/);
  expect([chosen(/^Character/), chosen(/^Talent and hit/)]).toEqual(['Yelan', 'Attack: Breakthrough Barb DMG']);
  expect(screen.getByText('Choose what the hit counts as: the fields are filled in then.')).toBeTruthy();
  set(/^Counts as/, 'Charged Attack');
  await expect.poll(() => earlierStates('/')).toHaveLength(1);
  expect(earlierStates('/')[0]).not.toContain('charged');
});

test('another character keeps the equipment that it can carry', async () => {
  open();
  await pickHit('ganyu', 'Attack: 1-Hit DMG');
  set(/^Weapon, at/, "Amos' Bow");
  set(/^Two pieces of a set/, 'Blizzard Strayer');
  await pickHit('tartaglia', 'Attack: 1-Hit DMG');
  expect([chosen(/^Weapon, at/), chosen(/^Two pieces/)]).toEqual(["Amos' Bow", 'Blizzard Strayer']);
  await pickHit('eula', 'Attack: 1-Hit DMG');
  expect([chosen(/^Weapon, at/), chosen(/^Two pieces/)]).toEqual(['None', 'Blizzard Strayer']);
});

test.each([
  '__proto__',
  'nobody_na-1-hit-dmg',
  'ganyu_no-such-hit_1',
  'ganyu_na-1-hit-dmg_99_-1_x_anemo_skyward-pride_9_0-99.a-b_nothing_nobody_more',
])('a link with the picks `%s` opens', async (pick) => {
  window.history.replaceState(null, '', `/?${new URLSearchParams({ pick })}`);
  open();
  expect(await screen.findByLabelText('Character')).toBeTruthy();
  expect(field(/^Talent value/)).toBe(HIT_DEFAULTS.talent);
});
