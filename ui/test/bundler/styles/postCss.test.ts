// @vitest-environment node
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { withPostCss } from '../../../bundler/styles/postCss.mjs';
import { writeTree } from '../writeTree';

/** A package in the place of Tailwind: it writes what its configuration and its options say. */
const PLUGIN = `
const { readFileSync } = require('node:fs');
module.exports = (options = {}) => ({
  postcssPlugin: 'tailwindcss',
  Once(root, { result }) {
    console.log('noise');
    result.messages.push({ type: 'dir-dependency', dir: 'docs', glob: '**/*.{md,mdx}' });
    root.walkAtRules('tailwind', (rule) => rule.replaceWith(readFileSync('utilities.txt', 'utf8') + (options.more ?? '')));
    root.walkAtRules('fail', (rule) => { throw rule.error('no such rule'); });
  },
});
`;

const folder = mkdtempSync(join(tmpdir(), 'postcss-'));
writeTree(folder, {
  'utilities.txt': '.flex { display: flex }',
  'docs/a.md': 'a',
  'docs/deep/b.mdx': 'b',
  'docs/c.png': 'c',
  'node_modules/tailwindcss/package.json': '{ "name": "tailwindcss", "main": "index.js" }',
  'node_modules/tailwindcss/index.js': PLUGIN,
  'node_modules/second/package.json': '{ "name": "second", "main": "index.js" }',
  'node_modules/second/index.js': PLUGIN,
  'other/postcss.config.js': "module.exports = { plugins: { second: { more: '.b{}' }, off: false } };",
  'other/utilities.txt': '.a {}',
});
for (const place of ['node_modules', 'other/node_modules']) {
  if (place !== 'node_modules') symlinkSync(join(folder, 'node_modules'), join(folder, place));
}
symlinkSync(resolve('node_modules/postcss'), join(folder, 'node_modules/postcss'));
afterAll(() => rmSync(folder, { recursive: true }));

function optionsOf(postCss: object[], tree = folder) {
  const repairs = { noted: new Map() };
  return { tree, repairs, uiDir: '/ui', processed: new Map(), sources: new Set(), site: { imported: true, postCss } };
}

const FILE = join(folder, 'src/own.css');

test('the plugins of a configuration change a sheet, and the files that they look at are known', async () => {
  const options = optionsOf([{ package: 'tailwindcss', options: { more: '.p{}' } }, { package: 'autoprefixer' }]);
  expect(await withPostCss('@tailwind utilities;', FILE, options)).toBe('.flex { display: flex }.p{}');
  expect([...options.sources].sort()).toEqual([join(folder, 'docs/a.md'), join(folder, 'docs/deep/b.mdx')]);
});

test('a sheet without rules of Tailwind is left as it is', () => {
  expect(withPostCss('a { top: 0 }', FILE, optionsOf([{ package: 'tailwindcss' }]))).toBe('a { top: 0 }');
  expect(withPostCss('@tailwind utilities;', FILE, optionsOf([]))).toBe('@tailwind utilities;');
});

test('a configuration file of PostCSS is read', async () => {
  const tree = join(folder, 'other');
  expect(await withPostCss('@tailwind x;', join(tree, 'a.css'), optionsOf([], tree))).toBe('.a {}.b{}');
});

test('a package that is missing and a plugin that throws cost their own effect', async () => {
  const missing = optionsOf([{ package: '@tailwindcss/postcss' }]);
  expect(await withPostCss('@apply x;', FILE, missing)).toBe('@apply x;');
  expect(missing.repairs.noted.get('@tailwindcss/postcss').message).toBe(
    'the package `@tailwindcss/postcss` is not installed, so its rules and classes have no effect',
  );
  const failing = optionsOf([{ package: 'tailwindcss' }]);
  expect(await withPostCss('@fail;@apply x;', FILE, failing)).toBe('@fail;@apply x;');
  expect(failing.repairs.noted.get(`${FILE}?postcss`).message).toBe('PostCSS cannot read it: no such rule');
});
