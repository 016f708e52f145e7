import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TalentGrowth } from '../../../content/components/characters/lib/TalentGrowth';
import ArrowFalloff from '../../../content/components/drawings/views/ArrowFalloff';
import Ranges from '../../../content/components/drawings/views/Ranges';
import Factor from '../../../content/components/formulas/Factor';
import Formula from '../../../content/components/formulas/Formula';
import GaugeRun from '../../../content/components/gauges/GaugeRun';
import EnergyPlot from '../../../content/components/plots/EnergyPlot';
import { energyRows } from '../../../content/components/plots/lib/energy';
import Compendium from '../../../content/components/tables/Compendium';
import { countBars, spanOf } from '../../../content/components/tables/lib/countBars';
import type { ClaimData, TalentData } from '../../../content/components/lib/types';
import ganyu from '../../../content/data/characters/cryo/ganyu.json';
import energy from '../../../content/data/claims/combat-mechanics/energy.json';
import { expectNoViolations } from '../axe';

afterEach(() => vi.restoreAllMocks());

/** What a component fails the build with. */
function errorOf(node: React.ReactNode): string {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    render(node);
  } catch (error) {
    return String(error);
  }
  return '';
}

test('a talent whose rows grow at different rates has them as lines; others have none', async () => {
  const [normal, skill] = ganyu.talents as TalentData[];
  const { container } = render(<TalentGrowth rows={normal!.rows} />);
  const lines = container.querySelectorAll('.line-plot .plot-curve').length;
  expect(lines).toBeGreaterThan(1);
  expect(container.querySelectorAll('.plot-legend li')).toHaveLength(lines);
  await expectNoViolations(container);
  const single = skill!.rows.filter(({ name }) => name === 'Skill DMG');
  expect(render(<TalentGrowth rows={single} />).container.childElementCount).toBe(0);
  const row = (name: string, last: number) => ({ name, fmt: '{}%', dp: 1, values: [100, last] });
  const [close, apart] = [104, 106].map((last) =>
    render(<TalentGrowth rows={[row('Hit', 100), row('Plunge', last)]} />),
  );
  expect(close!.container.childElementCount).toBe(0);
  expect(apart!.container.querySelectorAll('.line-plot .plot-curve')).toHaveLength(2);
});

test('a run of gauges is drawn with its events as a table, and without script', async () => {
  const { container } = render(<GaugeRun title="Frozen" hits="hydro-2-0_cryo-1-1" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Frozen: 2 applications, 1 reaction, nothing left after 4.5s.',
  );
  expect([...container.querySelectorAll('.plot-name')].map((name) => name.textContent)).toEqual(['Hydro', 'Frozen']);
  expect(container.querySelectorAll('input,button,select')).toHaveLength(0);
  await expectNoViolations(container);
});

test('the damage of an arrow falls in whole steps, as its tests measured', () => {
  const { container } = render(<ArrowFalloff />);
  const line = container.querySelector('.drawing-accent')?.getAttribute('d') ?? '';
  expect(line).toMatch(/^M\d+ \d+(?:H\d+V\d+){9}H\d+$/);
});

test('the Energy of a Particle is that of the table', async () => {
  const entry = energy.entries['table-of-energy'] as ClaimData;
  expect(energyRows(entry)).toEqual([
    { place: 'On-field', values: [3, 2, 1] },
    { place: 'Off-field, party of 4', values: [1.8, 1.2, 0.6] },
    { place: 'Off-field, party of 3', values: [2.1, 1.4, 0.7] },
    { place: 'Off-field, party of 2', values: [2.4, 1.6, 0.8] },
  ]);
  const { container } = render(<EnergyPlot of={entry} />);
  expect(container.querySelectorAll('.energy-own')).toHaveLength(5);
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('Off-field, party of 3: Same Element 2.1');
  await expectNoViolations(container);
});

test.each([
  ['2~3 (1:2)', { least: 2, most: 3 }],
  ['4 (–)', { least: 4, most: 4 }],
  ['3~6 (27:27:9:1)', { least: 3, most: 6 }],
  ['see notes', null],
])('the count %j spans %j', (text, span) => {
  expect(spanOf(text)).toEqual(span);
});

test.each([
  ['hydr-2-0_pyro-1-1', '`hydr-2-0` in `hydr-2-0_pyro-1-1` is no application; write `hydro-2-0`'],
  ['hydro-3-0', '`hydro-3-0` in `hydro-3-0` is no application'],
  ['', '`` in `` is no application'],
  [Array(25).fill('hydro-1-0').join('_'), 'has 25 applications; 24 are the most'],
])('a run of `%s` is an error that names the part', (hits, message) => {
  expect(errorOf(<GaugeRun title="Run" hits={hits} />)).toContain(message);
});

test('a table of Energy that has another form is an error that names what is missing', () => {
  const entry = energy.entries['table-of-energy'] as ClaimData;
  const [table] = entry.tables!;
  const changed = (part: Partial<typeof table>): ClaimData => ({ ...entry, tables: [{ ...table!, ...part }] });
  const columns = table!.columns.map((column) => (column === 'Clear Particle' ? 'Clear' : column));
  expect(errorOf(<EnergyPlot of={{ ...entry, tables: [] }} />)).toContain('has no table');
  expect(errorOf(<EnergyPlot of={changed({ columns })} />)).toContain('no column `Clear Particle`; the table has `');
  expect(errorOf(<EnergyPlot of={changed({ rows: [] })} />)).toContain('no row of the table has `Same Element`');
  const own = table!.columns.indexOf('Elemental Particle');
  const rows = table!.rows.map((row) => row.with(own, 'three'));
  expect(errorOf(<EnergyPlot of={changed({ rows })} />)).toContain('`three` is not a number of Energy');
});

test('a compendium whose columns have other names is an error that names them', () => {
  const tables = [{ path: ['S'], columns: ['A', 'Counts', 'Mean'], rows: [['x', '2~3', '2.5']] }];
  const compendium = (counts: string, mean: string) =>
    errorOf(<Compendium tables={tables} section="S" noun="rows" counts={counts} mean={mean} />);
  expect(compendium('Count', 'Mean')).toContain('no column `Count`; the table has `A`, `Counts`, `Mean`');
  expect(compendium('Counts', 'Average')).toContain('no column `Average`');
  expect(compendium('Counts', 'Mean')).toBe('');
});

test('a mean that is no number has no mark, and none beyond the end', () => {
  const rows = [
    ['x', '2~3 (1:2)', '2.5'],
    ['y', '4 (–)', '?'],
    ['z', '1', ''],
  ];
  const { of } = countBars(rows, 1, 2);
  const marks = rows.map((row) => {
    const { container } = render(of(row));
    return [container.querySelectorAll('rect').length, container.querySelectorAll('.span-beyond').length];
  });
  expect(marks).toEqual([
    [1, 0],
    [0, 0],
    [0, 0],
  ]);
});

test('an unknown name of ranges is an error with those that there are', () => {
  expect(errorOf(<Ranges of="zhong" />)).toContain('no ranges of `zhong`; there are those of zhongli, traveler-dendro');
});

test('a formula that is no product stands beside its result, and its terms are explained and linked', () => {
  const { container } = render(
    <Formula result="Enemy RES Mult">
      <p>1 − RES</p>
      <Factor name="RES" where="of the enemy" />
      <Factor name="Base RES" href="/base" where="of the Element" />
    </Formula>,
  );
  expect(container.querySelector('.formula-line')?.textContent).toBe('Enemy RES Mult =1 − RES');
  expect([...container.querySelectorAll('dt')].map((term) => term.innerHTML)).toEqual([
    'RES',
    '<a href="/base">Base RES</a>',
  ]);
});

test('a factor and its line in the list have one colour, also behind one that is not explained', () => {
  const { container } = render(
    <Formula result="DMG">
      <Factor name="Base">a</Factor>
      <Factor name="CRIT" where="of the hit">
        b
      </Factor>
    </Formula>,
  );
  const colorOf = (name: string) =>
    [...container.querySelectorAll<HTMLElement>('[data-factor]')]
      .filter(({ textContent }) => textContent.includes(name))
      .map(({ dataset }) => dataset.factor);
  expect([colorOf('Base'), colorOf('CRIT')]).toEqual([['0'], ['1', '1']]);
});
