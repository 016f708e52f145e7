import { formatPlain } from '../../lib/format';
import type { SetStat } from '../../lib/types';

/** `CRIT Rate 20%`. */
export function statText({ stat, value, unit = '' }: SetStat): string {
  return `${stat ?? 'Value'} ${formatPlain(value)}${unit}`;
}
