import { createElement, useId, type ReactNode } from 'react';
import Card from '../../src/content/Card';
import CardGrid from '../../src/content/CardGrid';
import type { ContentComponent } from '../../src/lib/contentComponent';
import Details from '../../src/content/Details';
import DocCard from '../../src/content/DocCard';
import TabItem from '../../src/content/TabItem';
import Tabs from '../../src/content/Tabs';

function Counter({ start, children }: { start: number; children?: ReactNode }) {
  return createElement('p', { id: useId() }, start, children);
}

function Broken(): never {
  throw new Error('outer', { cause: new Error('inner') });
}

function Wanting(): never {
  throw new Error('no window');
}

function Press() {
  return createElement('button', { type: 'button' }, 'Press');
}

export const components = {
  Card,
  CardGrid,
  Details,
  DocCard,
  TabItem,
  Tabs,
  Counter,
  Broken,
  Wanting,
  Press,
} as unknown as Record<string, ContentComponent>;
export const interactive: ReadonlySet<string> = new Set(['Counter', 'Wanting', 'Press']);
export const marksFailures = false;
