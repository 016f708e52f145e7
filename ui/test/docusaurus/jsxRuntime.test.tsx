import { Component } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { missingModule } from '../../src/docusaurus/missingModule';
import { jsx, jsxs } from '../../src/docusaurus/packages/jsxRuntime';

function Box({ padding, id, children }: { padding?: string[]; id?: string | null; children?: React.ReactNode }) {
  return (
    <div className={padding?.join(' ')} data-id={String(id)}>
      {children}
    </div>
  );
}
Box.defaultProps = { padding: ['all', 'top'], id: 'none' };

test('a function gets its default properties, as with React 18', () => {
  const html = (props: Record<string, unknown>) => renderToStaticMarkup(jsx(Box, props));
  expect(html({})).toBe('<div class="all top" data-id="none"></div>');
  expect(html({ padding: undefined, id: null })).toBe('<div class="all top" data-id="null"></div>');
  expect(renderToStaticMarkup(jsxs(Box, { padding: [], children: ['a', 'b'] }))).toBe(
    '<div class="" data-id="none">ab</div>',
  );
});

test('other elements stay as they are', () => {
  class Own extends Component<{ text?: string }> {
    static defaultProps = { text: 'default' };
    override render() {
      return this.props.text;
    }
  }
  expect(renderToStaticMarkup(jsx(Own, {}))).toBe('default');
  expect(renderToStaticMarkup(jsx('b', { children: 'x' }, 'key'))).toBe('<b>x</b>');
});

test('a style that a missing package would give is left out', () => {
  const { styles, attributes } = missingModule('popper')() as { styles: { popper: object }; attributes: object };
  const props = { id: 'a', style: styles.popper, ...attributes };
  expect(renderToStaticMarkup(jsx('div', props))).toBe('<div id="a"></div>');
  expect(renderToStaticMarkup(jsxs('div', { ...props, children: ['a', 'b'] }))).toBe('<div id="a">ab</div>');
  expect(renderToStaticMarkup(jsx('div', { style: { color: 'red' } }))).toBe('<div style="color:red"></div>');
});
