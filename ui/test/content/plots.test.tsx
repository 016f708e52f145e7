import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import PityPlot from '../../../content/components/wishes/PityPlot';
import PortraitMaker, { type PortraitMakerProps } from '../../../content/components/portraits/PortraitMaker';
import { meanWishes, pityModels, pityPoints } from '../../../content/components/wishes/lib/pity';
import {
  altText,
  initials,
  membersOf,
  PORTRAIT_DEFAULTS,
  rosterOf,
} from '../../../content/components/portraits/lib/portrait';
import { drawSvg } from '../../../content/components/portraits/lib/svgCanvas';
import ganyu from '../../../content/data/characters/cryo/ganyu.json';
import huTao from '../../../content/data/characters/pyro/hu-tao.json';
import gacha from '../../../content/data/mechanics/general-mechanics/gacha.json';
import { expectNoViolations } from '../axe';

beforeEach(() => window.history.replaceState(null, '', '/'));

const [character, weapon] = pityModels(gacha.tables).map(pityPoints);

/** Wishes until a fifty-fifty with a guarantee is through for a share of players. */
function percentile(points: typeof character & {}, share: number): number {
  const one = points.map(({ done }, at) => done - (points[at - 1]?.done ?? 0));
  const sum = one.flatMap((first, a) => one.map((second, b) => [a + b + 2, first * second] as const));
  for (let wish = 1, done = 0; ; wish++) {
    done +=
      0.5 * (one[wish - 1] ?? 0) + 0.5 * sum.filter(([at]) => at === wish).reduce((all, [, chance]) => all + chance, 0);
    if (done >= share) return wish;
  }
}

test('the model gives the figures that the page works out', () => {
  expect([character!.length, weapon!.length]).toEqual([90, 80]);
  expect(character![72]!.done).toBeCloseTo(1 - 0.994 ** 73, 10);
  expect([character![74]!.chance, character![81]!.chance]).toEqual([
    expect.closeTo(0.126, 10),
    expect.closeTo(0.546, 10),
  ]);
  expect(character!.findIndex(({ chance }) => chance > 0.5)).toBe(81);
  expect([character!.at(-1)!.done, weapon!.at(-1)!.done]).toEqual([1, 1]);
  expect(meanWishes(character!)).toBeCloseTo(62.3, 1);
});

test('percentiles of a featured character are those of the table', () => {
  const row = gacha.tables.flatMap(({ rows }) => rows).find(([name]) => name === 'C0 of a rate-up 5* character')!;
  expect([0.5, 0.95, 0.99].map((share) => percentile(character!, share))).toEqual(row.slice(1));
});

test('the plot has its figures as a table, and no script', async () => {
  const { container } = render(<PityPlot tables={gacha.tables} />);
  const cells = within(screen.getByRole('rowheader', { name: '75' }).closest('tr')!).getAllByRole('cell');
  expect(cells[0]!.textContent).toBe('12.6%');
  expect(
    within(screen.getByRole('rowheader', { name: '90' }).closest('tr')!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['100.0%', '100.0%', '–', '–']);
  expect(container.querySelectorAll('.line-plot .plot-curve')).toHaveLength(4);
  await expectNoViolations(container);
});

test('members are described in words; a slot without a name is any character of its element', () => {
  expect(altText(membersOf(PORTRAIT_DEFAULTS))).toBe(
    'Team of 4: Xiangling (Pyro), Xingqiu (Hydro), Sucrose (Anemo), any Cryo',
  );
  expect(altText(membersOf({ ...PORTRAIT_DEFAULTS, e1: 'none', e4: 'none' }))).toBe(
    'Team of 2: Xingqiu (Hydro), Sucrose (Anemo)',
  );
  expect([initials('  Hu Tao'), initials('')]).toEqual(['Hu', '']);
  expect(altText([{ name: 'Traveler (Geo)', element: 'Geo' }])).toBe('Team of 1: Traveler (Geo)');
  expect(altText([])).toBe('An empty team');
});

const characters = { ganyu, huTao } as unknown as NonNullable<PortraitMakerProps['characters']>;

test('the maker follows its fields and keeps the team in the address', async () => {
  const { container } = render(<PortraitMaker characters={characters} />);
  const fourth = within(screen.getByRole('group', { name: 'Member 4' }));
  fireEvent.change(fourth.getByLabelText('Member 4'), { target: { value: 'Kamisato Ayaka' } });
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('Kamisato Ayaka (Cryo)');
  expect([...container.querySelectorAll('.portrait-letters')].map((text) => text.textContent)).toEqual([
    'Xi',
    'Xi',
    'Su',
    'Ka',
  ]);
  fireEvent.change(fourth.getByLabelText('Element'), { target: { value: 'none' } });
  fireEvent.change(screen.getByLabelText('Frame'), { target: { value: 'square' } });
  expect(screen.getByRole('img').getAttribute('viewBox')).toBe('0 0 336 136');
  await expect.poll(() => window.location.search).toBe('?m4=Kamisato+Ayaka&e4=none&frame=square');
  await expectNoViolations(container);
});

test('a known name brings its element along', () => {
  const { container } = render(<PortraitMaker characters={characters} />);
  const first = within(screen.getByRole('group', { name: 'Member 1' }));
  fireEvent.change(first.getByLabelText('Member 1'), { target: { value: 'ganyu' } });
  expect(first.getByLabelText<HTMLSelectElement>('Element').value).toBe('Cryo');
  fireEvent.change(first.getByLabelText('Member 1'), { target: { value: 'ganyu x' } });
  expect(first.getByLabelText<HTMLSelectElement>('Element').value).toBe('Cryo');
  expect([...container.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))).toEqual([
    'Ganyu',
    'Hu Tao',
  ]);
  expect(rosterOf([...Object.values(characters)].reverse())).toEqual({ Cryo: ['Ganyu'], Pyro: ['Hu Tao'] });
});

test('the saved picture has the requested size, and each part is rendered at its place', () => {
  const { container } = render(<PortraitMaker characters={characters} />);
  const svg = container.querySelector<SVGSVGElement>('svg.portrait')!;
  const matrix = {
    a: 1,
    b: 0,
    c: 0,
    d: 1,
    e: 7,
    f: 9,
    inverse: () => matrix,
    multiply: (other: unknown) => other,
  } as unknown as DOMMatrix;
  Object.defineProperty(svg, 'viewBox', { value: { baseVal: { width: 448, height: 136 } } });
  for (const element of [svg, ...svg.querySelectorAll('*')]) Object.assign(element, { getScreenCTM: () => matrix });
  const context = { setTransform: vi.fn(), setLineDash: vi.fn(), fill: vi.fn(), stroke: vi.fn(), fillText: vi.fn() };
  vi.stubGlobal(
    'Path2D',
    class {
      arc() {}
      roundRect() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as CanvasRenderingContext2D);
  const canvas = drawSvg(svg, 896);
  vi.unstubAllGlobals();
  expect([canvas.width, canvas.height]).toEqual([896, 272]);
  expect(context.setTransform).toHaveBeenCalledWith(2, 0, 0, 2, 14, 18);
  expect(context.fillText.mock.calls.map(([text]) => text)).toEqual([
    'Xi',
    'Xiangling',
    'Xi',
    'Xingqiu',
    'Su',
    'Sucrose',
    'Any Cryo',
  ]);
});
