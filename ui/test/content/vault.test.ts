import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEWEST_TEST, staleSince } from '../../../content/components/vault/lib/vault';
import type { Entry } from '../../../content/components/lib/types';

const VAULT = join(import.meta.dirname, '../../../content/data/evidence');

function entries(): Entry[] {
  return readdirSync(VAULT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !name.endsWith('_schema.json'))
    .flatMap((name) => Object.values<Entry>(JSON.parse(readFileSync(join(VAULT, name), 'utf8')).entries));
}

test('the newest test named in the code is the newest of the vault', () => {
  expect(
    entries()
      .map(({ tested }) => tested ?? '')
      .sort()
      .pop(),
  ).toBe(NEWEST_TEST);
});

test('an entry is stale when its last test or update is more than two years older than the newest', () => {
  const entry = (tested: string | null, updated?: string[]): Entry => ({ topic: '', added: null, tested, updated });
  expect(staleSince(entry('2023-08-02'))).toBeNull();
  expect(staleSince(entry('2023-08-01'))).toBe('2023-08-01');
  expect(staleSince(entry('2021-01-12', ['2022-05-01']))).toBe('2022-05-01');
  expect(staleSince(entry('2021-01-12', ['2024-05-01']))).toBeNull();
  expect(staleSince(entry(null))).toBeNull();
});
