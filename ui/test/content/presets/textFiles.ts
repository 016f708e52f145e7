/** Makes the files of `content/static/presets/` with texts that are too long for the pages that use them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Property } from '../../../../content/components/tables/lib/compare';

const DATA = '../content/data';
const SHORTEST_WORD = 3;

type Effect = { text?: string[]; bonuses?: { pieces: number; text: string[] }[] };
type EvidenceFile = { route: string; entries: Record<string, { topic: string }> };

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !name.endsWith('_schema.json'))
    .sort();
}

/** What passives and sets do, by the key of the weapon or the set: the further rows of a comparison. */
function effects(): Record<string, Property[]> {
  const folder = join(DATA, 'claims/effects');
  const items = filesIn(folder).flatMap((name) =>
    Object.entries(read<{ items: Record<string, Effect> }>(join(folder, name)).items),
  );
  return Object.fromEntries(
    items.map(([key, { text, bonuses = [] }]) => [
      key,
      [
        ...(text ? [{ label: 'Passive', value: text.join(' ') }] : []),
        ...bonuses.map((one) => ({ label: `Effect of ${one.pieces} pieces`, value: one.text.join(' ') })),
      ],
    ]),
  );
}

/** The strings of a value, without addresses. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('http') || value.startsWith('/') ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The distinct words of the titles and statements of each page of evidence, by its address. */
function evidence(): Record<string, string> {
  const folder = join(DATA, 'evidence');
  return Object.fromEntries(
    filesIn(folder).map((name) => {
      const { route, entries } = read<EvidenceFile>(join(folder, name));
      const claims = join(DATA, 'claims/evidence', name);
      const texts = [
        ...Object.values(entries).map(({ topic }) => topic),
        ...(existsSync(claims) ? stringsIn(read(claims)) : []),
      ];
      const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
      return [route, [...new Set(words.filter(({ length }) => length >= SHORTEST_WORD))].sort().join(' ')];
    }),
  );
}

/** All files by name. */
export function textFiles(): Record<string, object> {
  return { 'effects.json': effects(), 'evidence.json': evidence() };
}
