import { createElement, Fragment, type ReactNode } from 'react';

export type Values = Record<string, ReactNode>;

/** Replaces each `{name}` in a text by the value of that name, which can be an element. */
export function interpolate(text: string, values: Values = {}): ReactNode {
  const parts = text.split(/\{(\w+)\}/).map((part, at): ReactNode => {
    if (at % 2 === 0) return part;
    return Object.hasOwn(values, part) ? values[part] : `{${part}}`;
  });
  if (parts.every((part) => typeof part !== 'object')) return parts.map(String).join('');
  return parts.map((part, key) => createElement(Fragment, { key }, part));
}
