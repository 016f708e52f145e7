import type { ReactNode } from 'react';
import { translate } from '../lib/translate';

export type TranslateProps = { id?: string; description?: string; values?: Record<string, ReactNode>; children?: ReactNode };

/** The string of an id in the page's language, else what stands between the tags. */
export default function Translate({ id, values, children }: TranslateProps) {
  if (typeof children !== 'string') return <>{children}</>;
  const plain = Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => typeof value !== 'object')) as Record<string, string>;
  return <>{translate(id ?? children, children, plain)}</>;
}
