import { translate as lookUp } from '../lib/text/translate';

export { default } from '../content/Translate';

export function translate(
  { id, message }: { id?: string; message?: string },
  values?: Record<string, string | number>,
): string {
  const key = id ?? message ?? '';
  return lookUp(key, message ?? key, values);
}
