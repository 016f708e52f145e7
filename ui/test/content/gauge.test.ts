import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  amountAt,
  freezeTime,
  life,
  quickenRate,
  secondsPerUnit,
  SIZES,
  swirlGauge,
  taxed,
} from '../../../content/components/gauges/lib/gauge';
import { readHits, run, writeHits } from '../../../content/components/gauges/lib/timeline';
import rules from '../../../content/data/gauge.json';
import theory from '../../../content/data/mechanics/combat-mechanics/elemental-effects/elemental-gauge-theory.json';
import additive from '../../../content/data/claims/combat-mechanics/elemental-effects/additive-reactions.json';
import transformative from '../../../content/data/claims/combat-mechanics/elemental-effects/transformative-reactions.json';
import gaugeTheory from '../../../content/data/claims/combat-mechanics/elemental-effects/elemental-gauge-theory.json';
import priority from '../../../content/data/mechanics/combat-mechanics/elemental-effects/simultaneous-reaction-priority.json';

const number = (text: unknown) => Number.parseFloat(String(text).replace('~', ''));
const table = (name: string, nth = 0) => theory.tables.filter(({ path }) => path.at(-1) === name)[nth]!.rows;
const fact = (of: { facts: { name: string; value: number }[] }, name: string) =>
  of.facts.find((one) => one.name === name)!.value;
const auras = (text: string) => run(readHits(text)).events.map(({ after }) => Object.fromEntries(after));
const names = (text: string) => run(readHits(text)).events.map(({ reactions }) => reactions.map(({ name }) => name));

test('taxes and rates are those of the tables', () => {
  for (const [unit, left] of table('Aura Application')) expect(taxed(number(unit))).toBeCloseTo(number(left), 10);
  for (const [unit, rate] of table('Notation')) expect(secondsPerUnit(number(unit))).toBeCloseTo(number(rate), 4);
  expect([life(1), life(2), life(4)]).toEqual([9.5, 12, 17]);
  expect(amountAt(2, 1)).toBeCloseTo(1.6 - 1 / 7.5, 10);
  expect(amountAt(1, 60)).toBe(0);
});

test('spreads of Swirl are those of the table, rates included', () => {
  for (const [aura, anemo, swirl, landed, rate] of table('Swirl Application')) {
    const spread = swirlGauge(number(aura), number(anemo), 0.5);
    expect(spread).toBeCloseTo(number(swirl), 10);
    expect(taxed(spread)).toBeCloseTo(number(landed), 10);
    expect(secondsPerUnit(spread)).toBeCloseTo(number(rate), 4);
  }
});

test('factors and orders are those of the pages', () => {
  const listed = table('Factors of the reactions').flatMap(([reaction, triggers, , factor]) =>
    String(triggers)
      .split(' or ')
      .map((trigger) => `${String(reaction).split(',')[0]} ${trigger} ${number(factor)}`),
  );
  expect(rules.factors.map(({ reaction, trigger, factor }) => `${reaction} ${trigger} ${factor}`).sort()).toEqual(
    listed.sort(),
  );
  for (const [trigger, order] of priority.tables[0]!.rows.slice(0, 5)) {
    expect(rules.order[trigger as keyof typeof rules.order].join(', ')).toBe(order);
  }
  const swirls = rules.factors.find(({ reaction }) => reaction === 'Swirl')!.auras;
  expect(priority.tables[0]!.rows[5]![1]).toBe(`Swirl of ${swirls.join(', ').replace('Frozen', 'the Frozen aura')}`);
});

test('single rules are those of the facts and of the text', () => {
  expect(rules.life).toEqual({
    base: fact(theory, 'Life of an aura beside its share by units'),
    per_unit: fact(theory, 'Life of an aura for each unit applied'),
  });
  expect(rules.frozen.decay).toBe(fact(theory, 'Decay of the Frozen aura at first'));
  expect(rules.frozen.growth).toBe(fact(theory, 'Growth of that decay'));
  expect(rules.electro_charged.every).toBe(fact(theory, 'Time between ticks'));
  const { quicken } = additive.entries;
  expect(quicken.formula[0]).toContain(`\\times ${rules.quicken.per_unit} + ${rules.quicken.base}`);
  const ticks = gaugeTheory.entries['electro-charged'].notes;
  expect(ticks).toContain(`Each tick takes ${rules.electro_charged.tick}U from both gauges.`);
  expect(ticks).toContain(
    `This early tick does not come when the gauge decays within ${rules.electro_charged.pause}s of the previous tick.`,
  );
  const freeze = readFileSync('../content/docs/combat-mechanics/elemental-effects/transformative-reactions.md', 'utf8');
  expect(JSON.stringify(transformative.entries.frozen.notes)).toContain(`falls by ${rules.frozen.recovery} GU/s²`);
  expect(freeze).toContain(`${rules.frozen.yield} \\times \\min(\\text{Origin Aura Gauge when Frozen}`);
});

test('one Hydro skill pays for three reverse reactions, as the run of the page has it', () => {
  const hits = 'hydro-2-0_pyro-1-1_pyro-1-2_pyro-1-3_pyro-1-4_hydro-1-5';
  expect(names(hits)).toEqual([[], ['Vaporize'], ['Vaporize'], ['Vaporize'], [], ['Vaporize']]);
  const [first, second, third, fourth, fifth, sixth] = auras(hits);
  expect(first!.Hydro).toBeCloseTo(1.6, 10);
  expect(second!.Hydro).toBeCloseTo(1.6 - 1 / 7.5 - 0.5, 10);
  expect(third!.Hydro).toBeCloseTo(1.6 - 2 / 7.5 - 1, 10);
  expect([fourth, fifth, sixth]).toEqual([{}, { Pyro: 0.8 }, {}]);
});

test('a reaction one for one leaves what the trigger did not take, and nothing of the trigger', () => {
  expect(auras('electro-2-0_pyro-1-0')[1]!.Electro).toBeCloseTo(0.6, 10);
  expect(auras('electro-1-0_pyro-2-0')[1]).toEqual({});
});

test('a second application keeps the larger amount and the first speed; Pyro takes the new one', () => {
  const gone = (text: string) => run(readHits(text)).curves[0]!.points.at(-1)![0];
  expect(gone('cryo-1-0_cryo-4-0.5')).toBeCloseTo(15.5, 6);
  expect(run(readHits('cryo-1-0_cryo-4-0.5')).curves[0]!.points.at(-1)![1]).toBeCloseTo(3.2 - 15 / 11.875, 6);
  expect(gone('cryo-4-0_cryo-1-16')).toBeCloseTo(16 + 0.8 * 5.3125, 6);
  expect(gone('pyro-4-0_pyro-1-16')).toBeCloseTo(16 + 9.5, 6);
});

test('Frozen holds as long as the page works out, and what was not taken stays beneath', () => {
  expect(freezeTime(1.6)).toBeCloseTo(2 * Math.sqrt(5 * 1.6 + 4) - 4, 10);
  const { events, curves } = run(readHits('hydro-1-0_cryo-1-2'));
  const frozen = 2 * (0.8 - 2 / 11.875);
  expect(Object.fromEntries(events[1]!.after).Frozen).toBeCloseTo(frozen, 10);
  const end = curves.find(({ aura }) => aura === 'Frozen')!.points.at(-1)![0];
  expect(end - 2).toBeCloseTo(2 * Math.sqrt(5 * frozen + 4) - 4, 6);
  expect(auras('hydro-2-0_cryo-1-0')[1]!.Hydro).toBeCloseTo(0.6, 10);
  expect(auras('hydro-1-0_cryo-1-0_cryo-1-0.5')[2]!.Cryo).toBeCloseTo(0.8, 10);
});

test('a second freeze thaws sooner, by the time frozen less twice the time free', () => {
  const frozen = run(readHits('hydro-1-0_cryo-1-0_hydro-1-4_cryo-1-4')).curves.filter(({ aura }) => aura === 'Frozen');
  const spans = frozen.map(({ points }) => points.at(-1)![0] - points[0]![0]);
  const modifier = Math.max(0, spans[0]! - 2 * (4 - spans[0]!));
  expect(modifier).toBeGreaterThan(0);
  expect(spans[1]).toBeCloseTo(Math.sqrt(20 * 1.6 + (modifier + 4) ** 2) - modifier - 4, 6);
});

test('Electro-Charged ticks at once, after a second, and ends with the second tick', () => {
  const { events } = run(readHits('hydro-1-0_electro-1-0'));
  expect(events.map(({ time }) => time)).toEqual([0, 0, 1]);
  expect(Object.fromEntries(events[1]!.after)).toEqual({ Hydro: 0.4, Electro: 0.4 });
  expect(events[2]!.reactions[0]!.taken[0]![1]).toBeCloseTo(0.4 - 1 / 11.875, 10);
  expect(events[2]!.after).toEqual([]);
});

test('a new application brings a tick forward, never within half a second', () => {
  const ticks = (text: string) =>
    run(readHits(text))
      .events.filter(({ reactions }) => reactions.some(({ taken }) => taken.length > 0))
      .map(({ time }) => time);
  expect(ticks('hydro-2-0_electro-2-0_electro-2-0.3').slice(0, 2)).toEqual([0, 1]);
  expect(ticks('hydro-2-0_electro-2-0_electro-2-0.7').slice(0, 2)).toEqual([0, 0.7]);
});

test('two auras are served in the order of the priorities', () => {
  const pyro = run(readHits('electro-1-0_hydro-2-0_pyro-1-0')).events[2]!;
  expect(
    pyro.reactions.map(({ name, taken }) => [name, ...taken.map(([, amount]) => Number(amount.toFixed(6)))]),
  ).toEqual([
    ['Overloaded', 0.4],
    ['Vaporize', 0.3],
  ]);
  const anemo = run(readHits('electro-1-0_hydro-2-0_anemo-1-0')).events[2]!;
  expect(anemo.reactions.map(({ taken }) => Number(taken[0]![1].toFixed(6)))).toEqual([0.4, 0.1]);
  expect(names('hydro-1-0_cryo-1-0_geo-1-0')[2]).toEqual(['Shattered']);
});

test('Quicken lives as the page says, and neither Spread nor Aggravate takes of it', () => {
  expect(0.8 / quickenRate(0.8)).toBeCloseTo(10, 10);
  const { events, curves } = run(readHits('electro-1-0_dendro-1-0_dendro-1-2_electro-1-4'));
  expect(events.map(({ reactions }) => reactions.map(({ name }) => name))).toEqual([
    [],
    ['Quicken'],
    ['Spread'],
    ['Aggravate', 'Quicken'],
  ]);
  expect(curves.find(({ aura }) => aura === 'Quicken')!.points[1]).toEqual([0, 0.8]);
  expect(names('electro-1-0_dendro-1-0_hydro-1-1')[2]).toEqual(['Bloom']);
  expect(names('dendro-1-0_pyro-1-1')[1]).toEqual(['Burning']);
});

test('sequences go to the address and back; nonsense is left out', () => {
  const text = 'hydro-2-0_pyro-1-1.5';
  expect(writeHits(readHits(text))).toBe(text);
  expect(readHits('love-1-0_pyro-3-1_pyro-1-x_geo-1--2_geo-1-2')).toEqual([{ element: 'Geo', units: 1, time: 2 }]);
  expect(SIZES).toContain(1.5);
  expect(run([])).toEqual({ events: [], curves: [], end: 1 });
});
