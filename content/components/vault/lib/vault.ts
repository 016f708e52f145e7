import type { Entry, VaultFile } from '../../lib/types';

/** The newest test of the vault: ages are counted from it, since a build knows no today. A test compares it with the data. */
export const NEWEST_TEST = '2025-08-02';

export const YEARS_UNTIL_STALE = 2;

/** The date an entry was last looked at, if that is more than two years before the vault's newest test. */
export function staleSince({ tested, updated = [] }: Entry): string | null {
  const last = [tested ?? '', ...updated].sort().pop() ?? '';
  const limit = `${Number(NEWEST_TEST.slice(0, 4)) - YEARS_UNTIL_STALE}${NEWEST_TEST.slice(4)}`;
  return tested && last < limit ? last : null;
}

/** The number of entries of a page of the vault, such as `30 entries`. */
export function countOf({ entries }: VaultFile): string {
  const count = Object.keys(entries).length;
  return count === 1 ? '1 entry' : `${count} entries`;
}

/** The known ones, in their order. */
export function datesOf(dates: (string | null)[]): string[] {
  return dates.filter((date) => date !== null).sort();
}
