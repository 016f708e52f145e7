import { Component, createElement, forwardRef, memo, useId, type FunctionComponent, type ReactNode } from 'react';
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

const Renamed = memo(
  forwardRef(function Renamed({ children }: { children?: ReactNode }, _ref) {
    return createElement('article', null, children);
  }),
);

class Strict extends Component {
  override render(): ReactNode {
    throw new Error('strict');
  }
}

/** A page with parts that throw. */
function Parts() {
  const inside = createElement(Broken as FunctionComponent, null, createElement('p', { key: 'p' }, 'inside'));
  const parts = [createElement(Strict, { key: 's' }), createElement('p', { key: 'last', id: useId() }, 'last')];
  return createElement(
    'section',
    null,
    createElement('h2', null, 'first'),
    createElement(Renamed, null, inside),
    parts,
  );
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
  Parts,
  LiveParts: Parts,
} as unknown as Record<string, ContentComponent>;
export const interactive: ReadonlySet<string> = new Set(['Counter', 'Wanting', 'Press', 'LiveParts']);
export const onUse: ReadonlySet<string> = new Set(['Press']);
export const marksFailures = false;
