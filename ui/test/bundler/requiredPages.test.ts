// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { compileDocument } from '../../bundler/mdx/compile.mjs';
// @ts-expect-error The bundler is plain JavaScript.
import { Evaluator } from '../../bundler/mdx/evaluate.mjs';
import { writeTree } from './writeTree';

const files: Record<string, string> = {
  'docs/a.mdx': "{1 + 1}\n\n<Card item={require('./b.mdx')} />\n\n<div>{require('./_part.mdx').default({})}</div>\n",
  'docs/b.mdx': "{1 + 1}\n\n<Card item={require('./a.mdx')} />\n",
  'docs/_part.mdx': 'A part.\n',
  'docs/modules.mdx':
    "<p>{require('!!raw-loader!./b.mdx').default.slice(0, 7)}</p>\n\n<a href={require('@docusaurus/useBaseUrl').default('c')}>{require('./d.json').e}</a>\n",
  'docs/d.json': '{"e": "f"}',
  'docs/both.mdx':
    "import Part from './_part.mdx';\n\n<Part />\n\n<Card item={require('./_part.mdx')} />\n\n<p>{require('./_part.mdx').default({})}</p>\n",
};
const tree = mkdtempSync(join(tmpdir(), 'required-pages-'));
writeTree(tree, files);
afterAll(() => rmSync(tree, { recursive: true }));

const compiled = (path: string) => compileDocument(files[path], { tree, file: 0, path, admonitions: [] });

test('pages refer to each other by `require`, and a part is rendered', async () => {
  const options = { uiDir: process.cwd(), tree, data: {}, modules: new Map(), aliases: [] };
  const partials = { 'docs/_part.mdx': { ...(await compiled('docs/_part.mdx')), number: 1 } };
  for (const [path, other] of [['docs/a.mdx', 'docs/b.mdx'] as const, ['docs/b.mdx', 'docs/a.mdx'] as const]) {
    const nodes = await new Evaluator(options).run({ path, partials }, { ...(await compiled(path)), number: 0 });
    const text = JSON.stringify(nodes);
    expect(text).toContain(`page":"${other}"`);
    expect(text.includes('A part.')).toBe(path === 'docs/a.mdx');
  }
});

test('a file can be a part and a page of one text', async () => {
  const options = { uiDir: process.cwd(), tree, data: {}, modules: new Map(), aliases: [] };
  const partials = { 'docs/_part.mdx': { ...(await compiled('docs/_part.mdx')), number: 1 } };
  const path = 'docs/both.mdx';
  const text = JSON.stringify(
    await new Evaluator(options).run({ path, partials }, { ...(await compiled(path)), number: 0 }),
  );
  expect(text.split('A part.').length - 1).toBe(2);
  expect(text).toContain('page":"docs/_part.mdx"}');
});

test('what is required for its default export is the module', async () => {
  const options = { uiDir: process.cwd(), tree, data: {}, modules: new Map(), aliases: [] };
  const path = 'docs/modules.mdx';
  const nodes = await new Evaluator(options).run({ path, partials: {} }, { ...(await compiled(path)), number: 0 });
  for (const part of ['{1 + 1}', '"/c"', '"f"']) expect(JSON.stringify(nodes)).toContain(part);
});
