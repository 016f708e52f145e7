/** When the hits of a talent come, as far as the data says it: by frames of its attacks, or by the rate of its ticks. */
import { TRACE } from '../../lib/arithmetic';
import { FRAMES_A_SECOND, framesIn, HIT_COLUMNS } from '../../lib/frames';
import type { FrameTable, Table } from '../../lib/types';

/** A hit with what it is called; `time` in seconds since the first hit. */
export type NamedHit = { name: string; time: number };

/** How many rounds of a string of attacks are shown. */
const ROUNDS = 2;

/** Seconds since the first of the frames. */
function sinceFirst(hits: { name: string; frame: number }[]): NamedHit[] | null {
  const [first] = hits;
  if (!first || hits.some(({ frame }) => !Number.isFinite(frame))) return null;
  return hits.map(({ name, frame }) => ({ name, time: (frame - first.frame) / FRAMES_A_SECOND }));
}

function named(name: string, frames: number[], start = 0): { name: string; frame: number }[] {
  return frames.map((frame, at) => ({
    name: frames.length > 1 ? `${name}, hit ${at + 1}` : name,
    frame: start + frame,
  }));
}

function numbered(frames: number[]): { name: string; frame: number }[] {
  return frames.map((frame, at) => ({ name: `Hit ${at + 1}`, frame }));
}

/** A string of attacks, each begun as soon as the one before allows it. */
function stringHits({ columns, rows }: FrameTable): NamedHit[] | null {
  const hit = columns.findIndex((column) => HIT_COLUMNS.includes(column));
  const next = columns.indexOf('next_na');
  let start = 0;
  const hits = Array.from({ length: ROUNDS }, () => rows)
    .flat()
    .flatMap((row) => {
      const found = named(String(row[0]).replace(/ \(in \w+\)$/, ''), framesIn(row[hit]), start);
      start += Number(row[next]);
      return found;
    });
  return sinceFirst(hits);
}

/** The hits of one action, or those that a note lists. */
function actionHits({ columns, rows, notes = [] }: FrameTable, name: string): NamedHit[] | null {
  const row = rows.find((one) => one[0] === name);
  if (row) {
    const hit = columns.findIndex((column) => HIT_COLUMNS.includes(column));
    return sinceFirst(numbered(framesIn(row[hit])));
  }
  const note = notes.find((one) => 'label' in one && one.label === name);
  return note && 'label' in note ? sinceFirst(numbered(framesIn(note.values))) : null;
}

/** The hits that a table of frames gives: of a whole string (`NA`), or of an action or note in it (`Burst: Cast`). */
export function frameHits(frames: FrameTable[], hits: string): NamedHit[] | null {
  const [tab, name] = hits.split(': ');
  const table = frames.find((one) => one.tab === tab);
  if (!table) return null;
  return name === undefined ? stringHits(table) : actionHits(table, name);
}

/** The strings, actions and notes that a table of frames can be asked for. */
export function hitNames(frames: FrameTable[]): string[] {
  return frames.flatMap(({ tab, rows, notes = [] }) => [
    tab,
    ...rows.map(([name]) => `${tab}: ${String(name)}`),
    ...notes.flatMap((note) => ('label' in note ? [`${tab}: ${note.label}`] : [])),
  ]);
}

/** The columns of attributes that have an ICD, each by its path. */
export function attackPaths(tables: Table[]): string[] {
  return tables.flatMap(({ path, columns, rows }) =>
    rows.some(([head]) => String(head).startsWith('ICD'))
      ? columns.slice(1).map((column) => [...path, column].join(' / '))
      : [],
  );
}

/** `count` hits in an even distance. */
export function evenHits(count: number, seconds: number): NamedHit[] {
  return Array.from({ length: count }, (_, at) => ({ name: `Hit ${at + 1}`, time: at * seconds }));
}

/** A cell of a talent's attributes, by the path to their column (`Attacks / Burst / DoT`) and the row's name. */
export function attributeOf(tables: Table[], path: string, isRow: (name: string) => boolean): string | undefined {
  const parts = path.split(' / ');
  for (const { path: own, columns, rows } of tables) {
    const at = columns.lastIndexOf(parts.at(-1) ?? '');
    if (at < 1 || own.join(' / ') !== parts.slice(0, -1).join(' / ')) continue;
    const cell = rows.find(([head]) => typeof head === 'string' && isRow(head))?.[at];
    if (cell !== undefined) return String(Array.isArray(cell) ? cell[0] : cell);
  }
  return undefined;
}

/** `0.5s`, `1/s` or `30f` in seconds. */
function secondsOf(rate: string): number {
  return Number.parseFloat(rate) / (/^\d+f$/.test(rate) ? FRAMES_A_SECOND : 1);
}

/** Ticks at an even rate: as many as the data counts, else as many as the duration holds. */
export function tickHits(tables: Table[], path: string, interval?: string): NamedHit[] | null {
  const read = (name: string) => attributeOf(tables, path, (row) => row === name) ?? '';
  const seconds = secondsOf(interval ?? read('Tick Rate'));
  // `62.15% * 29`
  const repeated = attributeOf(tables, path, (row) => row.includes('DMG (T9%)')) ?? '';
  const counted = /(\d+)$/.exec(read('Total Ticks')) ?? /% ?[*×x] ?(\d+)$/.exec(repeated);
  const duration = Number(/([\d.]+)s/.exec(read('Duration'))?.[1]);
  const count = counted ? Number(counted[1]) : Math.floor(duration / seconds + TRACE);
  // Where the duration does not hold that many ticks, the rate is not that of single hits.
  return count > 1 && (count - 1) * seconds <= duration + TRACE ? evenHits(count, seconds) : null;
}

/** The interval that a note of a frame table gives, such as `Burst: DoT interval`. */
export function intervalOf(frames: FrameTable[], hits: string): string | undefined {
  const [tab, name] = hits.split(': ');
  const notes = frames.find((one) => one.tab === tab)?.notes ?? [];
  const note = notes.find((one) => 'label' in one && one.label === name);
  return name?.endsWith('interval') && note && 'label' in note ? String(note.values[0]) : undefined;
}
