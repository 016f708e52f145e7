import { translate as lookUp } from '../lib/text/translate';

export { default } from '../content/Translate';

export function translate(
  { id, message }: { id?: string; message: string },
  values?: Record<string, string | number>,
): string {
  return lookUp(id ?? message, message, values);
}
