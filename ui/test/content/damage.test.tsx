import { fireEvent, render, screen, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import DamageCalculator from '../../../content/components/damage/DamageCalculator';
import ReactionCalculator from '../../../content/components/damage/ReactionCalculator';
import {
  amplification,
  defenseFactor,
  levelMultiplier,
  reactionDamage,
  resistanceFactor,
} from '../../../content/components/damage/lib/damage';
import { critFactor, damageOf, factorsOf } from '../../../content/components/damage/lib/hit';
import { HIT_DEFAULTS, hitOf } from '../../../content/components/damage/lib/hitState';
import { readState, writeState } from '../../../content/components/lib/toolState';
import formulas from '../../../content/data/formulas.json';
import { expectNoViolations } from '../axe';
import claims from '../../../content/data/claims/combat-mechanics/damage/damage-formula.json';

const page = readFileSync('../content/docs/combat-mechanics/damage/damage-formula.md', 'utf8');
const hit = hitOf(HIT_DEFAULTS);

beforeEach(() => window.history.replaceState(null, '', '/'));

test('the worked example comes out step by step as the page has it', () => {
  const products = factorsOf(hit, 'critical').map(({ product }) => Number(product.toFixed(1)));
  const atk = 850 * 1.466 + 311;
  const steps = [atk, atk * 2, atk * 2 * 1.616, atk * 4 * 1.616];
  const late = [(steps[3]! * 190) / 390, ((steps[3]! * 190) / 390) * 0.9];
  expect(products.slice(0, 6)).toEqual([...steps, ...late].map((value) => Number(value.toFixed(1))));
  expect(damageOf(hit, 'critical')).toBeCloseTo(late[1]! * 2 * (1 + (2.78 * 200) / 1600), 6);
});

test('the variants of the worked example: less RES, and no critical hit', () => {
  const melted = damageOf({ ...hit, resReduction: 40 }, 'critical');
  expect(melted / damageOf(hit, 'critical')).toBeCloseTo(1.15 / 0.9, 10);
  expect(damageOf({ ...hit, resReduction: 40 }, 'plain')).toBeCloseTo(melted / 2, 8);
});

test('an additive reaction enters the base', () => {
  const base = factorsOf({ ...hit, reaction: 'Aggravate' }, 'plain')[1]!.value;
  const added = base - factorsOf({ ...hit, reaction: 'none' }, 'plain')[1]!.value;
  expect(added).toBeCloseTo(1.15 * 1446.8535 * (1 + 1000 / 1400), 6);
});

test('constants are those of the formulas on the page', () => {
  const { amplifying, transformative, additive } = formulas;
  for (const { mastery } of [amplifying, transformative, additive]) {
    expect(page).toContain(`\\frac{${mastery.scale} \\times \\text{EM}}{${mastery.offset} + \\text{EM}}`);
  }
  const cases = [...transformative.factors, ...additive.factors].map(
    ({ name, factor }) => [name.split(',')[0]!, factor] as const,
  );
  for (const [name, factor] of cases) {
    expect(page).toMatch(
      new RegExp(
        `(^|\\s|\\{)${String(factor).replace('.', '\\.')} (\\\\times \\\\text\\{EC Triggers\\} )?& .*${name}`,
        'm',
      ),
    );
  }
  for (const { factor } of amplifying.factors)
    expect(page).toMatch(new RegExp(`^${factor} & \\\\text\\{Vaporize with`, 'm'));
  expect(page).toContain(`The level of the enemy plus ${formulas.defense.offset}.`);
  expect(JSON.stringify(claims.entries)).toContain(
    `DEF reduction has a hard cap of ${formulas.defense.reduction_cap * 100}%.`,
  );
  expect(page).toContain(`\\text{RES} < ${formulas.resistance.bend}`);
});

test.each([
  [-0.3, 1.15],
  [0, 1],
  [0.1, 0.9],
  [0.75, 0.25],
  [1, 0.2],
])('RES of %d leaves %d', (resistance, factor) => {
  expect(resistanceFactor(resistance)).toBeCloseTo(factor, 10);
});

test('levels, their multiplier and the cap of DEF reduction', () => {
  expect(defenseFactor(90, 90)).toBe(0.5);
  expect(defenseFactor(90, 100, 0.3)).toBeCloseTo(190 / 330, 10);
  expect(defenseFactor(90, 100, 1)).toBe(defenseFactor(90, 100, 0.9));
  expect(defenseFactor(90, 100, 0.3, 0.6)).toBeCloseTo(190 / (190 + 200 * 0.7 * 0.4), 10);
  expect([levelMultiplier(90), levelMultiplier(80), levelMultiplier(0)]).toEqual([1446.8535, 1077.4437, 17.165606]);
});

test('reactions of the pages', () => {
  expect(reactionDamage('transformative', 3, 90, 800) * 0.9).toBeCloseTo(3 * 1446.8535 * (1 + 12800 / 2800) * 0.9, 6);
  expect(amplification(1.5, 200)).toBeCloseTo(1.5 * (1 + 556 / 1600), 10);
  expect(critFactor('average', 70, 140)).toBeCloseTo(1.98, 10);
  expect(critFactor('average', 170, 140)).toBeCloseTo(2.4, 10);
});

test('the query keeps what differs, and what others put there', () => {
  const defaults = { em: '200', level: '90' };
  const search = writeState('?ability=na&em=5', { em: '200', level: '80' }, defaults);
  expect(search).toBe('?ability=na&level=80');
  expect(readState(search, defaults)).toEqual({ em: '200', level: '80' });
});

test('the calculator follows its fields, announces the result and keeps the state in the address', async () => {
  window.history.replaceState(null, '', '/?ability=q');
  const { container } = render(<DamageCalculator />);
  const result = container.querySelector('output')!;
  expect(result.textContent).toContain(`Damage${Math.round(damageOf(hit, 'critical')).toLocaleString('en')}`);
  fireEvent.change(screen.getByLabelText(/RES reduction/), { target: { value: '40' } });
  expect(result.querySelector('strong')!.textContent).toBe(
    Math.round(damageOf({ ...hit, resReduction: 40 }, 'critical')).toLocaleString('en'),
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Not critical' }));
  expect(within(container).queryByLabelText(/CRIT DMG/)).toBeNull();
  await expect.poll(() => window.location.search).toBe('?ability=q&crit=plain&resdown=40');
  await expectNoViolations(container);
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await expect.poll(() => window.location.search).toBe('?ability=q');
});

test('a figure that can be negative is typed on a keyboard that has a minus', () => {
  const { container } = render(<DamageCalculator />);
  const modes = [...container.querySelectorAll<HTMLInputElement>('input[type=number]')].map(({ min, inputMode }) => [
    min !== '' && Number(min) >= 0,
    inputMode,
  ]);
  expect(modes.filter(([isPositive]) => !isPositive).length).toBeGreaterThan(0);
  for (const [isPositive, mode] of modes) expect(mode).toBe(isPositive ? 'decimal' : 'text');
});

test.each([
  ['transformative', 'Hyperbloom', 3 * 1446.8535 * (1 + 12800 / 2800) * 0.9],
  ['additive', 'Aggravate', (800 + 1.15 * 1446.8535 * (1 + 1000 / 1400)) * 0.9],
  ['amplifying', 'Forward', 1000 * 0.9 * 2 * (1 + 556 / 1600)],
] as const)('the calculator of %s reactions opens with the example of its page', async (kind, name, result) => {
  const { container } = render(<ReactionCalculator kind={kind} />);
  const cells = within(screen.getByRole('rowheader', { name }).closest('tr')!).getAllByRole('cell');
  expect(cells.at(-1)!.textContent).toBe(Math.round(result).toLocaleString('en'));
  await expectNoViolations(container);
});

test('less resistance raises a reaction, and the address says so', async () => {
  render(<ReactionCalculator kind="transformative" />);
  fireEvent.change(screen.getByLabelText(/RES of the enemy/), { target: { value: '-30' } });
  const cells = within(screen.getByRole('rowheader', { name: 'Overloaded' }).closest('tr')!).getAllByRole('cell');
  expect(cells.at(-1)!.textContent).toBe(Math.round(2.75 * 1446.8535 * (1 + 12800 / 2800) * 1.15).toLocaleString('en'));
  await expect.poll(() => window.location.search).toBe('?res=-30');
});
