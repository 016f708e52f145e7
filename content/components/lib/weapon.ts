import { formatNumber, formatPercent, formatPlain } from './format';
import type { RefinementParam } from './types';

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
