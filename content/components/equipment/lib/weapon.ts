import growth from '@site/data/curves/weapon.json';
import { formatNumber, formatPercent, formatPlain } from '../../lib/format';
import type { RefinementParam, WeaponData } from '../../lib/types';

/** Elemental Mastery is a count, every other secondary stat a share. */
export function substatValue(stat: string, value: number): string {
  return stat === 'Elemental Mastery' ? formatNumber(value) : formatPercent(value);
}

/** The five printed values of a refinement figure. */
export function refinementValues({ values, unit = '' }: RefinementParam): string[] {
  return values.map((value) =>
    (Array.isArray(value) ? value : [value]).map((one) => formatPlain(one) + unit).join(' / '),
  );
}

/** A weapon at one end of a phase: `20+` is level 20 after ascending. */
export type WeaponStep = { level: string; atk: number; added: number; substat: number | null };

function factor(curve: string, level: number): number {
  const factors = (growth.curves as Record<string, number[]>)[curve];
  return factors?.[level - growth.first_level] ?? NaN;
}

/** Base ATK and secondary stat at level 1 and at both sides of each ascension. */
export function weaponSteps({
  base_atk: atk,
  substat,
  ascension_levels: levels,
  ascension_atk: added,
}: WeaponData): WeaponStep[] {
  const step = (level: number, ascension: number, label: string): WeaponStep => ({
    level: label,
    atk: atk.init * factor(atk.curve, level) + (added[ascension] ?? 0),
    added: added[ascension] ?? 0,
    substat: substat ? substat.init * factor(substat.curve, level) : null,
  });
  return levels.flatMap((level, ascension) => {
    const before = levels[ascension - 1];
    const first = before === undefined ? step(1, 0, '1') : step(before, ascension, `${before}+`);
    return [first, step(level, ascension, String(level))];
  });
}
