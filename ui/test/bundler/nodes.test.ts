import * as react from 'react';
import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { documentNodes } from '../../bundler/mdx/nodes.mjs';

const context = {
  react,
  places: new WeakMap(),
  origins: new WeakMap(),
  exported: new Map(),
  partials: new Map(),
  toc: [],
  tocMark: '',
  isAsset: () => false,
};

const repeat = <T>(count: number, start: T, wrap: (inner: T) => T): T =>
  count === 0 ? start : repeat(count - 1, wrap(start), wrap);

const elements = (count: number) => repeat<ReactNode>(count, 'x', (inner) => createElement('b', null, inner));
const withData = (count: number) =>
  createElement('b', { data: repeat<unknown>(count, 1, (inner) => [inner]) } as object);

test('a document nests no deeper than the compiler reads', () => {
  for (const value of [elements(55), withData(100)]) {
    const text = JSON.stringify({ documents: [{ nodes: documentNodes(value, context) }] });
    let depth = 0;
    let deepest = 0;
    for (const letter of text) {
      if ('[{'.includes(letter)) deepest = Math.max(deepest, ++depth);
      if (']}'.includes(letter)) depth--;
    }
    expect(deepest).toBeGreaterThan(100);
    expect(deepest).toBeLessThan(128);
  }
  expect(() => documentNodes(elements(63), context)).toThrow('nest too deep');
  expect(() => documentNodes(withData(130), context)).toThrow('nest too deep');
});

test('the chosen option of a field may be in a partial', () => {
  const Part = () => createElement('option', { value: 'b' }, 'B');
  const Named = () => createElement('option', null, createElement('b', null, 'c'));
  const field = createElement('select', { defaultValue: ['b', 'c'] }, createElement(Part), createElement(Named));
  const nodes = documentNodes(field, { ...context, partials: new Map([[Part, 1]]) });
  expect(JSON.stringify(nodes).split('"selected",true').length - 1).toBe(2);
});
