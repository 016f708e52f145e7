import { formatPlain } from '../../lib/format';
import type { SetStat } from '../../lib/types';

/** `CRIT Rate 20%`: the stat as given, or the one that stands nearest. */
export function statText({ stat, near, value, unit = '' }: SetStat): string {
  return `${stat ?? near ?? 'Value'} ${formatPlain(value)}${unit}`;
}
