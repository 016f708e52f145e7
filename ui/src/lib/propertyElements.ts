/** Elements in the properties of components: documents that MDX evaluates have them as data. */

import { createElement, Fragment, type ReactNode } from 'react';

/** The key of elements as data. */
const ELEMENTS = '\uFDD0elements';

type ElementData = string | [string, Record<string, unknown>, ...ElementData[]];

/** Properties with React's elements in the place of those that are data. */
export function withElements(props: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(props);
  return entries.some(([, value]) => holdsElements(value))
    ? Object.fromEntries(entries.map(([key, value]) => [key, revive(value)]))
    : props;
}

function holdsElements(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ELEMENTS in value || Object.values(value).some(holdsElements);
}

function revive(value: unknown, key?: number): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== 'object' || value === null) return value;
  if (ELEMENTS in value) {
    return createElement(Fragment, { key }, ...(value[ELEMENTS] as ElementData[]).map(element));
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, revive(one)]));
}

function element(data: ElementData): ReactNode {
  if (typeof data === 'string') return data;
  const [name, props, ...children] = data;
  return createElement(name, withElements(props), ...children.map(element));
}
