import { formatPlain } from './format';
import type { SetStat } from './types';

/** `CRIT Rate 20%`: the stat as given, or the one that stands nearest. */
export function statText({ stat, near, value, unit = '' }: SetStat): string {
  return `${stat ?? near ?? 'Value'} ${formatPlain(value)}${unit}`;
}
