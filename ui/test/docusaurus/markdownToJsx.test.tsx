import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import Markdown, { compiler } from '../../src/docusaurus/packages/markdownToJsx';

test('Markdown in strings becomes elements: a line without a paragraph, and blocks', () => {
  expect(renderToStaticMarkup(<Markdown>One *two*</Markdown>)).toBe('<span>One <em>two</em></span>');
  expect(renderToStaticMarkup(<Markdown className="c">{'# A\n\nb'}</Markdown>)).toBe(
    '<div class="c"><h1>A</h1><p>b</p></div>',
  );
  expect(renderToStaticMarkup(compiler('a', { forceBlock: true }))).toBe('<div><p>a</p></div>');
});

test('elements may be replaced or given properties', () => {
  const overrides = { strong: 'b', a: { props: { className: 'own' } } } as const;
  expect(renderToStaticMarkup(<Markdown options={{ overrides }}>{'**x** [y](/z)'}</Markdown>)).toBe(
    '<span><b>x</b> <a class="own" href="/z">y</a></span>',
  );
});
