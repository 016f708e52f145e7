import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import IcdTimeline from '../../../content/components/gauges/IcdTimeline';
import { frameHits, tickHits } from '../../../content/components/gauges/lib/hitTimes';
import { icdHits, readRule, type IcdRule } from '../../../content/components/gauges/lib/icd';
import type { Character, FrameTable, Table } from '../../../content/components/lib/types';
import lisa from '../../../content/data/characters/electro/lisa.json';
import raiden from '../../../content/data/characters/electro/raiden-shogun.json';
import claims from '../../../content/data/claims/combat-mechanics/internal-cooldown.json';
import shenhe from '../../../content/data/characters/cryo/shenhe.json';
import { expectNoViolations } from '../axe';

const standard = readRule('Standard')!;

/** The numbers, from 1, of the hits that apply their element. */
function applied(times: number[], rule: IcdRule = standard): number[] {
  return icdHits(times, rule).flatMap(({ because }, at) => (because === null ? [] : [at + 1]));
}

const even = (count: number, seconds: number) => Array.from({ length: count }, (_, at) => at * seconds);

test('the first hit applies, then one of three, and the first after 2.5s, as the page on ICD says', () => {
  const { notes } = claims.entries['intuitive-overview'];
  expect(notes).toContain(
    'Standard ICD: an application every 3 hits or every 2.5 seconds; it is common on character abilities.',
  );
  expect(applied([0])).toEqual([1]);
  expect(applied(even(5, 0.1))).toEqual([1, 4]);
  expect(applied([0, 2.4, 2.5])).toEqual([1, 3]);
  expect(applied([0, 2.4, 2.49])).toEqual([1]);
});

test('the count never restarts the timer, and the timer restarts the count', () => {
  // The fourth hit applies by the count at 2.2s; the timer still ends at 2.5s.
  expect(applied([0, 0.1, 0.2, 2.2, 2.5, 2.6, 2.7, 2.8])).toEqual([1, 4, 5, 8]);
  const last = icdHits([0, 0.1, 0.2, 2.2, 2.5], standard).at(-1);
  expect(last).toEqual({ time: 2.5, count: 1, elapsed: 0, because: 'timer' });
});

test('the eight hits of the page on ICD', () => {
  expect(applied(even(8, 0.4))).toEqual([1, 4, 7, 8]);
});

test('hits beyond the sequence apply nothing: 8 of 30 hits, 16 of 60', () => {
  const { result } = claims.entries['example-c2-ayaka-burst-application'];
  expect(result[1]).toContain('16 applications');
  const times = even(60, 2.5 / 30);
  expect(applied(times.slice(0, 30))).toEqual([1, 4, 7, 10, 13, 16, 19, 22]);
  expect(applied(times)).toHaveLength(16);
});

test('the sample run of the claims', () => {
  const [table] = claims.entries['example-code-snippet'].tables;
  const times = table!.rows.map((row) => Number(row[2]));
  const found = icdHits(times, standard).map(({ count, because }) => [String(count), because === null ? '0' : '1']);
  expect(found).toEqual(table!.rows.map((row) => [row[0], row[4]]));
});

test.each([
  ['Standard', { hits: 3, seconds: 2.5, terms: 24 }],
  ['Standard (Starwicker)', { hits: 3, seconds: 2.5, terms: 24 }],
  ['3-hits/2.5s', { hits: 3, seconds: 2.5, terms: 24 }],
  ['2.5s/3 Hits', { hits: 3, seconds: 2.5, terms: 24 }],
  ['4 hits / 5s', { hits: 4, seconds: 5 }],
  ['12s/3 Hits', { hits: 3, seconds: 12 }],
  ['3s', { seconds: 3 }],
  ['None', null],
  ['1, 4 apply', null],
  ['Shared With C4', null],
])('the ICD %j is read as %j', (text, rule) => {
  expect(readRule(text)).toEqual(rule);
});

test('without a count only the timer applies', () => {
  expect(applied(even(10, 0.5), { seconds: 3 })).toEqual([1, 7]);
});

const frames = raiden.frames as FrameTable[];

test('a string of attacks is added up, with each hit of an attack, and repeated', () => {
  const hits = frameHits(frames, 'NA (in Q)')!;
  expect(hits.map(({ name }) => name).slice(0, 7)).toEqual(['N1', 'N2', 'N3', 'N4, hit 1', 'N4, hit 2', 'N5', 'N1']);
  // N1 hits at frame 12 and lets N2 begin at 25; N2 hits 13 frames after that.
  expect(hits[1]!.time).toBeCloseTo((25 + 13 - 12) / 60, 10);
  expect(hits[6]!.time).toBeCloseTo((25 + 22 + 22 + 44 + 65) / 60, 10);
});

test('hits whose times the data does not give are null', () => {
  const table: FrameTable = {
    tab: 'NA',
    columns: ['name', 'hitmark', 'next_na'],
    rows: [
      ['N1', 12, '?'],
      ['N2', 9, 20],
    ],
  };
  expect(frameHits([table], 'NA')).toBeNull();
  expect(frameHits([{ ...table, rows: [['N1', null, 19]] }], 'NA')).toBeNull();
  expect(frameHits(frames, 'Burst: no such action')).toBeNull();
  // Twelve instances of damage at one in two seconds would outlast the field of 12s.
  expect(tickHits(shenhe.tables as Table[], 'Attacks / Burst / DoT')).toBeNull();
});

test('an attack without ICD fails the build instead of being drawn', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() =>
    render(<IcdTimeline of={raiden as Character} title="Slash" attack="Attacks / Burst / Initial Slash" />),
  ).toThrow(
    /`None` is not an ICD with a timer; give one as `rule` .*, or as `attack` one of .*`Attacks \/ Burst \/ Basic Attacks`/,
  );
  const tachi = { title: 'Tachi', attack: 'Attacks / Burst / Basic Attacks', hits: 'NA in Q' };
  expect(() => render(<IcdTimeline of={raiden as Character} {...tachi} />)).toThrow(
    /does not say when `NA in Q` hits; `hits` can be .*`NA \(in Q\)`, /,
  );
  report.mockRestore();
});

test('ticks: as many as the data counts, at their rate', () => {
  const hits = tickHits(lisa.tables as Table[], 'Attacks / Burst / Burst')!;
  expect(hits).toHaveLength(29);
  expect(hits.at(-1)!.time).toBe(14);
});

test('the drawing names its hits, distinguishes them by shape, and has its figures as a table', async () => {
  const { container } = render(
    <IcdTimeline of={raiden as Character} title="Tachi" attack="Attacks / Burst / Basic Attacks" hits="NA (in Q)" />,
  );
  expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(
    /^12 hits; the element is applied by hit 1 at 0s, /,
  );
  const rows = within(screen.getByRole('table', { hidden: true }))
    .getAllByRole('row', { hidden: true })
    .slice(1);
  const full = rows.filter((row) => row.lastElementChild!.textContent !== '–');
  expect(container.querySelectorAll('.icd-applied')).toHaveLength(full.length);
  expect(container.querySelectorAll('.icd-none')).toHaveLength(rows.length - full.length);
  expect(container.querySelector('.icd-none')!.getAttribute('r')).not.toBe(
    container.querySelector('.icd-applied')!.getAttribute('r'),
  );
  await expectNoViolations(container);
});
