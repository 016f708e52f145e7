import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { withElements } from '../../src/lib/propertyElements';

const elements = (...nodes: unknown[]) => ({ '\uFDD0elements': nodes });

test('elements among properties are those of React', () => {
  const { icon, items, name } = withElements({
    icon: elements(['svg', { viewBox: '0 0 1 1' }, ['path', { d: 'M0 0' }]], ' and text'),
    items: [elements(['b', { className: 'strong' }, 'One']), { link: elements(['a', { href: '/x' }, 'Two']) }],
    name: 'plain',
  }) as { icon: ReactNode; items: [ReactNode, { link: ReactNode }]; name: string };
  expect(renderToStaticMarkup(icon)).toBe('<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg> and text');
  expect(renderToStaticMarkup(items[0])).toBe('<b class="strong">One</b>');
  expect(renderToStaticMarkup(items[1].link)).toBe('<a href="/x">Two</a>');
  expect(name).toBe('plain');
});

test('properties without elements are not copied', () => {
  const props = { list: [1, { a: null }], text: 'x' };
  expect(withElements(props)).toBe(props);
});
