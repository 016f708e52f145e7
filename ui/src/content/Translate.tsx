import type { ReactNode } from 'react';
import { interpolate } from '../lib/text/insertValues';
import { translate } from '../lib/text/translate';

export type TranslateProps = {
  id?: string;
  description?: string;
  values?: Record<string, ReactNode>;
  children?: ReactNode;
};

/** The string of an id in the page's language, else the children. */
export default function Translate({ id, values, children = id }: TranslateProps) {
  if (typeof children !== 'string') return <>{children}</>;
  return <>{interpolate(translate(id ?? children, children), values)}</>;
}
