import type { Enemy, HpTable, Resistance } from '../../lib/types';

/** The level at which enemies are compared. */
export const COMPARED_LEVEL = 90;

/** One row of a comparison: an enemy, or one of its variants where their figures differ. */
export type Compared = {
  route: string;
  name: string;
  variant: string;
  category: string;
  percent: Record<string, number | string>;
  hp: number | null;
  weakspots: string;
};

/** What the path of a table says beside the heading it stands under. */
function variantOf(path: string[]): string {
  return path.filter((part) => !/^(Resistance Table|Stat Block|Resistances?)$/.test(part)).join(', ');
}

function hpOf(tables: HpTable[], { path }: Resistance): number | null {
  const own = tables.length > 1 ? tables.find((table) => variantOf(table.path) === variantOf(path)) : tables[0];
  return own?.levels.find(([level]) => level === COMPARED_LEVEL)?.[1] ?? null;
}

/** A row for each table of resistances that the enemies have. */
export function comparedRows(enemies: Enemy[]): Compared[] {
  const rows = enemies.flatMap(({ name, route, category, resistances = [], hp = [], weakspots = [] }) =>
    resistances.map((table) => ({
      route,
      name,
      variant: resistances.length > 1 ? variantOf(table.path) : '',
      category: category.at(-1) ?? '',
      percent: table.percent,
      hp: hpOf(hp, table),
      weakspots: weakspots.map((spot) => spot.replace('&', ' and ')).join(', '),
    })),
  );
  return rows.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
