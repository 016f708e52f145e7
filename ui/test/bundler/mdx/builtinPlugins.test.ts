// @vitest-environment node
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { rehypeMarks, remarkMarks, TAG } from '../../../bundler/mdx/builtinPlugins.mjs';

test('a tag that a Markdown plugin adds may have no list of attributes', () => {
  const added = { type: 'mdxJsxFlowElement', name: 'Notice', children: [] };
  const root = { type: 'root', children: [added] };
  remarkMarks({ file: 0, admonitions: [], places: {} })(root);
  rehypeMarks({ file: 0 })(root);
  expect(added).toMatchObject({ attributes: [{ type: 'mdxJsxAttribute', name: TAG, value: 'b0' }] });
});
