import type { Table } from '../../lib/types';

/** A banner's chances: flat up to a wish, then growing by a step until the guarantee. */
export type PityModel = { name: string; flatUntil: number; base: number; step: number; guarantee: number };
export type PityPoint = { wish: number; chance: number; done: number };

const MODEL = 'Soft pity model';

function share(text: unknown): number {
  return Number.parseFloat(String(text)) / 100;
}

/** The banners of the table that holds the model. */
export function pityModels(tables: Table[]): PityModel[] {
  const rows = tables.find(({ path }) => path.at(-1) === MODEL)?.rows ?? [];
  return rows.map(([name, flatUntil, base, step, guarantee]) => ({
    name: String(name),
    flatUntil: Number(flatUntil),
    base: share(base),
    step: share(step),
    guarantee: Number(guarantee),
  }));
}

/** The chance of each wish since the last success, and the chance to be done by then. */
export function pityPoints({ flatUntil, base, step, guarantee }: PityModel): PityPoint[] {
  let missing = 1;
  return Array.from({ length: guarantee }, (_, at) => {
    const wish = at + 1;
    const chance = wish === guarantee ? 1 : Math.min(1, base + step * Math.max(0, wish - flatUntil));
    missing *= 1 - chance;
    return { wish, chance, done: 1 - missing };
  });
}

/** How many wishes it takes on average. */
export function meanWishes(points: PityPoint[]): number {
  return points.reduce((sum, { wish, done }, at) => sum + wish * (done - (points[at - 1]?.done ?? 0)), 0);
}
