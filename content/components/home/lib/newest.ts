import type { VaultFile } from '../../lib/types';

export type Issue = { title: string; date: string };

/** A link with the page it leads to and its date. */
export type Line = { href: string; label: string; place?: string; date: string };

/** The entries that were added last, the newest first; those of one day by their title. */
export function newestEntries(files: Record<string, VaultFile>, count: number): Line[] {
  return Object.values(files)
    .flatMap(({ title, route, entries }) =>
      Object.entries(entries).flatMap(([id, { topic, added }]) =>
        added === null ? [] : [{ href: `${route}#${id}`, label: topic, place: title, date: added }],
      ),
    )
    .sort(byDate)
    .slice(0, count);
}

/** The issues that came out last; their addresses hold their dates. */
export function newestIssues(issues: Record<string, Issue>, count: number): Line[] {
  return Object.entries(issues)
    .map(([name, { title, date }]) => ({
      href: `/newsletter/${date.replaceAll('-', '/')}/${name}`,
      label: title,
      date,
    }))
    .sort(byDate)
    .slice(0, count);
}

function byDate(a: Line, b: Line): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.label < b.label ? -1 : 1;
}
