import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import Frames from '../../../content/components/characters/Frames';
import { barOf, longestOf, marksOf } from '../../../content/components/characters/lib/frameBars';
import { framesIn } from '../../../content/components/lib/frames';
import type { FrameTable } from '../../../content/components/lib/types';
import ganyu from '../../../content/data/characters/cryo/ganyu.json';
import { expectNoViolations } from '../axe';

const cast: FrameTable = {
  tab: 'Skill',
  columns: ['name', 'hitmark', 'hitlag', 'n1', 'dash', 'swap', 'cd'],
  rows: [
    ['Cast', [13, 20], [0, 0.03], 28, null, 27, 10],
    ['Hold', [5, 9], 'yes', '-', '-', '-', 3],
  ],
};

test('bars of frames end at the first and the last cancel, and have all hits', () => {
  const bar = barOf(cast.columns, cast.rows[0]!)!;
  expect([bar.first, bar.last]).toEqual([27, 28]);
  // 0.03s are 1.8 frames, which are two.
  expect(marksOf(bar)).toEqual([
    { at: 13, width: 0 },
    { at: 20, width: 2 },
  ]);
  expect(barOf(cast.columns, cast.rows[1]!)).toBeNull();
});

test('hitlag of whole frames is not rounded up by the error of its fraction', () => {
  const widths = [0.1, 0.05, 0.15].map((hitlag) => marksOf({ hits: [{ at: 1, hitlag }], first: 2, last: 2 })[0]!.width);
  expect(widths).toEqual([6, 3, 9]);
});

test('all tables of a character have one scale; hits long after the actions do not widen it', () => {
  const row = (name: string, hit: number, end: number): FrameTable => ({
    tab: name,
    columns: ['name', 'hitmark', 'n1'],
    rows: [[name, hit, end]],
  });
  expect(longestOf([row('NA', 10, 30), row('Burst', 95, 100)])).toBe(100);
  expect(longestOf([row('Burst', 145, 100)])).toBe(160);
  expect(longestOf([row('Burst', 1133, 100)])).toBe(100);
  const { container } = render(<Frames frames={[row('NA', 10, 30), row('Burst', 1133, 100)]} />);
  const boxes = [...container.querySelectorAll('.span-bar')].map((svg) => svg.getAttribute('viewBox'));
  expect(boxes).toEqual(['0 0 100 16', '0 0 100 16']);
  expect(container.querySelectorAll('.span-beyond')).toHaveLength(1);
  expect(container.querySelector('.note')!.textContent).toContain('An arrow');
});

test('each row of a frame table has its bar once, and its figures once', async () => {
  const { container } = render(<Frames frames={ganyu.frames as FrameTable[]} />);
  expect(container.querySelector('.note')!.textContent).not.toContain('An arrow');
  const rows = [...container.querySelectorAll('tbody tr')];
  expect(rows.map((row) => row.querySelectorAll('.span-bar').length)).toEqual(rows.map(() => 1));
  expect(container.querySelectorAll('svg:not(td svg)')).toHaveLength(0);
  const [normal] = screen.getAllByRole('table');
  expect(within(normal!).getAllByRole('columnheader')).toHaveLength(4);
  await expectNoViolations(container);
});

test('a set without bars has no note on them, though another set of the character has bars', () => {
  const plain: FrameTable = { set: 'B', tab: 'NA', columns: ['name', 'hitmark'], rows: [['N1', 10]] };
  const frames = [{ ...cast, set: 'A' }, plain];
  expect(render(<Frames frames={frames} set="B" />).container.querySelector('.note')).toBeNull();
  expect(render(<Frames frames={frames} set="A" />).container.querySelector('.note')).not.toBeNull();
});

test('cells of frames are figures with or without their unit; words are none', () => {
  expect(framesIn([13, '13', '13f', 0.05])).toEqual([13, 13, 13, 0.05]);
  expect([framesIn('N/A'), framesIn(''), framesIn(undefined), framesIn(null)]).toEqual([[NaN], [NaN], [NaN], [NaN]]);
});
