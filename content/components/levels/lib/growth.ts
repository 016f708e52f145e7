/** Stats between the ends of the phases: base × growth + bonus of the ascension. */

import growth from '@site/data/curves/character.json';

/** One row for each ascension: its number, the highest level it allows, and what it adds. */
export type Ascension = [ascension: number, maxLevel: number, hp: number, atk: number, def: number, bonus: number];

export type Growing = {
  base: { hp: number; atk: number; def: number };
  curves: { hp: string; atk: string; def: string };
  ascensions: Ascension[];
};

export type Stats = { hp: number; atk: number; def: number; bonus: number };

/** A level in an ascension: level 20 exists twice, before and after ascending. */
export type Step = { level: number; ascension: number };

/** Every level in its order; at the end of a phase once more, ascended. */
export function stepsOf(ascensions: Ascension[]): Step[] {
  const first = (at: number) => (at === 0 ? 1 : (ascensions[at - 1]?.[1] ?? 1));
  return ascensions.flatMap(([ascension, maxLevel], at) =>
    Array.from({ length: maxLevel - first(at) + 1 }, (_, i) => ({ level: first(at) + i, ascension })),
  );
}

/** The stats at a step. */
export function statsAt({ base, curves, ascensions }: Growing, { level, ascension }: Step): Stats {
  const [, , hp = 0, atk = 0, def = 0, bonus = 0] = ascensions[ascension] ?? [];
  const grown = (value: number, curve: string) => value * factor(curve, level);
  return {
    hp: grown(base.hp, curves.hp) + hp,
    atk: grown(base.atk, curves.atk) + atk,
    def: grown(base.def, curves.def) + def,
    bonus,
  };
}

function factor(curve: string, level: number): number {
  const factors = (growth.curves as Record<string, number[]>)[curve];
  return factors?.[level - growth.first_level] ?? NaN;
}

/** `9796.73` -> `9,797`. Not part of `format`, so that the sliders' script loads no other module. */
export function formatStat(value: number): string {
  return value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** What an ascension adds: mastery is a count, every other stat a share; a dash for nothing. */
export function formatBonus(stat: string, value: number): string {
  if (value === 0) return '\u2013';
  return stat === 'Elemental Mastery' ? `+${formatStat(value)}` : `+${(value * 100).toFixed(1)}%`;
}
