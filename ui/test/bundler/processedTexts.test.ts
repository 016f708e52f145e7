// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { AS_TEXT, moduleOf } from '../../bundler/assetModules.mjs';
// @ts-expect-error The bundler is plain JavaScript.
import { moduleFacts } from '../../bundler/inspect/moduleFacts.mjs';
import { writeTree } from './writeTree';

const tree = mkdtempSync(join(tmpdir(), 'processed-texts-'));
writeTree(tree, { 'docs/_part.mdx': 'export const size = VERSION;\n\nText of VERSION.\n' });
afterAll(() => rmSync(tree, { recursive: true }));

test('modules are made of the text that a function of the configuration returns', async () => {
  const file = join(tree, 'docs/_part.mdx');
  const texts = { 'docs/_part.mdx': 'export const size = useState(7);\n\nText of 7.\n' };
  const options = { tree, site: { texts }, modules: [], repairs: { noted: new Map() } };
  expect((await moduleOf(file, options)).code).toContain('useState(7)');
  const { code } = await moduleOf(file + AS_TEXT, options);
  expect(code).toContain('Text of 7.');
  expect((await moduleFacts(file, options)).hooks).toEqual(['useState']);
  expect((await moduleFacts(file)).hooks).toEqual([]);
});

test('a text that components import is compiled once for a bundle', async () => {
  const file = join(tree, 'docs/_part.mdx');
  const texts = { 'docs/_part.mdx': 'The first.\n' };
  const options = { tree, site: { texts }, modules: [], repairs: { noted: new Map() }, textModules: new Map() };
  const first = await moduleOf(file + AS_TEXT, options);
  texts['docs/_part.mdx'] = 'The second.\n';
  expect(await moduleOf(file + AS_TEXT, options)).toEqual(first);
});
