// @vitest-environment node
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as runtime from 'react/jsx-runtime';
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { compileModule } from '../../../bundler/mdx/compile.mjs';

/** The HTML of Markdown that a component imports. */
async function html(text: string): Promise<string> {
  const code: string = await compileModule(text, '/a.md', 'mdx');
  // As the body of a function, with the provider of components that the bundler would give it.
  const body = code
    .replace(/^import \{(.*) as (_jsx|_jsxs|_Fragment).*$/gm, '')
    .replace(/^import .*$/gm, '')
    .replace(/^export default function/m, 'function')
    .replace(/^export \{.*$/gm, '');
  expect(body).toContain('MDXContent');
  const { Fragment, jsx, jsxs } = runtime;
  const make = new Function('_provideComponents', '_Fragment', '_jsx', '_jsxs', `${body}\nreturn MDXContent;`);
  const given = { admonition: 'aside' };
  const Content = make(() => given, Fragment, jsx, jsxs) as Parameters<typeof createElement>[0];
  return renderToStaticMarkup(createElement(Content));
}

test('Markdown that a component imports has admonitions, comments and ids of headings', async () => {
  expect(await html('Text.\n\n:::warning\n\nMind *this*.\n\n:::\n')).toBe(
    '<p>Text.</p>\n<aside type="warning"><p>Mind <em>this</em>.</p></aside>',
  );
  expect(await html(':::tip A title\nText\n:::\n')).toBe('<aside type="tip" title="A title"><p>Text</p></aside>');
  expect(await html('<!-- none -->\n\n## Part {#own}\n\nAt 10:30, a :word.\n')).toBe(
    '\n<h2 id="own">Part</h2>\n<p>At 10:30, a :word.</p>',
  );
});
