import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import DefensePlot from '../../../content/components/plots/DefensePlot';
import { BOX, plotOf } from '../../../content/components/plots/lib/chart';
import { growthsOf } from '../../../content/components/plots/lib/scaling';
import ReactionBonusPlot from '../../../content/components/plots/ReactionBonusPlot';
import ResistancePlot from '../../../content/components/plots/ResistancePlot';
import TalentPlot from '../../../content/components/plots/TalentPlot';
import ganyu from '../../../content/data/characters/cryo/ganyu.json';
import type { TalentData, TalentRow } from '../../../content/components/lib/types';
import { expectNoViolations } from '../axe';

const talents = ganyu.talents as TalentData[];

/** The cells of a row of the figures behind a plot. */
function cells(plot: HTMLElement, row: string): (string | null)[] {
  const heading = within(plot).getByRole('rowheader', { name: row, hidden: true });
  return within(heading.closest('tr')!)
    .getAllByRole('cell', { hidden: true })
    .map((cell) => cell.textContent);
}

test('the bonus of each kind of reaction is rendered and listed', async () => {
  const { container } = render(<ReactionBonusPlot />);
  const plot = screen.getByRole('figure');
  expect(cells(plot, '1,000')).toEqual(['533.3%', '227.3%', '115.8%']);
  expect(cells(plot, '0')).toEqual(['0.0%', '0.0%', '0.0%']);
  const lines = [...container.querySelectorAll('.plot-curve')];
  expect(new Set(lines.map((line) => line.getAttribute('stroke-dasharray'))).size).toBe(3);
  expect([...container.querySelectorAll('.plot-name')].map((label) => label.textContent).sort()).toEqual([
    'Additive',
    'Amplifying',
    'Transformative',
  ]);
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('Additive: 5 EM ÷ (1200 + EM)');
  await expectNoViolations(container);
});

test('resistance has its three pieces, with a mark where they meet', async () => {
  const { container } = render(<ResistancePlot />);
  const plot = screen.getByRole('figure');
  const rows = ['−100%', '0%', '75%', '200%'];
  expect(rows.map((row) => cells(plot, row)[0])).toEqual(['1.500', '1.000', '0.250', '0.111']);
  expect([...container.querySelectorAll('.plot-value')].map((text) => text.textContent)).toEqual(['1.000', '0.250']);
  await expectNoViolations(container);
});

test('DEF: levels below 1 are not rendered, and reduction stops at its cap', async () => {
  const { container } = render(<DefensePlot />);
  const [byLevel, byReduction] = screen.getAllByRole('figure');
  expect(cells(byLevel!, '−40')).toEqual(['–', '0.577', '0.559']);
  expect(cells(byLevel!, '0')).toEqual(['0.500', '0.500', '0.500']);
  expect(cells(byReduction!, '100%')).toEqual(cells(byReduction!, '90%'));
  expect(cells(byReduction!, '0%')).toEqual(['0.500', '0.588', '0.714']);
  await expectNoViolations(container);
});

test('rows of a talent that grow alike share a line, in spite of rounding', async () => {
  const { container } = render(<TalentPlot talents={talents} kind="na" />);
  const growths = growthsOf(talents.find(({ kind }) => kind === 'na')!.rows);
  const of = (name: string) => growths.findIndex(({ names }) => names.includes(name));
  expect(of('1-Hit DMG')).toBe(of('6-Hit DMG'));
  expect(of('Low/High Plunge DMG')).toBe(of('Plunge DMG'));
  // The last level of plunges and aimed shots lies 1% below that of the hits.
  expect(of('Plunge DMG')).not.toBe(of('1-Hit DMG'));
  expect(of('Frostflake Arrow DMG')).not.toBe(of('1-Hit DMG'));
  expect(container.querySelectorAll('.line-plot .plot-curve')).toHaveLength(growths.length);
  expect(container.querySelectorAll('.plot-legend li')).toHaveLength(growths.length);
  await expectNoViolations(container);
});

test('a talent of one growth says so; one that does not scale has no plot', () => {
  const row = (name: string, values: number[]): TalentRow => ({ name, fmt: '{}%', values });
  const alike = [row('Skill DMG', [100, 107.5, 115]), row('Bloom DMG', [50, 53.8, 57.5])];
  const kinds = [
    { kind: 'e', name: 'Skill', rows: alike },
    { kind: 'q', name: 'Burst', rows: [{ name: 'CD', fmt: '{}s', value: 15 }] },
  ];
  const { container } = render(<TalentPlot talents={kinds} kind="e" />);
  expect(container.querySelector('figcaption')!.textContent).toContain('all 2 rows scale alike');
  expect(container.querySelector('.plot-legend')).toBeNull();
  expect(render(<TalentPlot talents={kinds} kind="q" />).container.childElementCount).toBe(0);
});

test('figures of a row have a curve each only if their growth differs', () => {
  const values = [
    [10.2, 100],
    [11.2, 120],
  ];
  const apart: TalentRow = { name: 'Shield', fmt: '{}% + {}', values };
  expect(growthsOf([apart]).map(({ names }) => names)).toEqual([['Shield, figure 1'], ['Shield, figure 2']]);
  const together: TalentRow = { ...apart, values: values.map(([one = 0]) => [one, one * 2]) };
  expect(growthsOf([together]).map(({ names }) => names)).toEqual([['Shield']]);
});

test('labels of lines that end together do not overlap and stay in the plot', () => {
  const axis = { label: '', format: String };
  const series = [0, 0.1, 0.2].map((end) => ({
    name: String(end),
    points: [
      [0, 10],
      [1, end],
    ] as [number, number][],
  }));
  const ys = plotOf({ x: axis, y: axis, series }).labels.map(({ y }) => y);
  expect(Math.max(...ys)).toBeLessThanOrEqual(BOX.bottom);
  expect(ys.slice(1).every((y, at) => (ys[at] ?? 0) - y >= 13)).toBe(true);
});
