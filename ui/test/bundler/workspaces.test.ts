// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { workspaceFile } from '../../bundler/resolve/workspaces.mjs';
import { writeTree } from './writeTree';

const folder = mkdtempSync(join(tmpdir(), 'workspaces-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The files that names of packages mean for the site in a folder, relative to the workspace. */
function filesOf(name: string, files: Record<string, string>, ids: string[]) {
  const root = join(folder, name);
  writeTree(root, files);
  return ids.map((id) => {
    const file = workspaceFile(id, join(root, 'website'));
    return file === null ? null : relative(root, file);
  });
}

test('packages of the workspace around a site are used as they are written', () => {
  const exports = {
    '.': { types: './dist/index.d.ts', import: './dist/index.mjs', source: './src/index.ts' },
    './parts/*': { default: './src/parts/*.tsx' },
    './use/rules': { types: './rules.d.ts', default: './dist/rules/index.js' },
  };
  const files = {
    '.git/HEAD': '',
    'package.json': JSON.stringify({ workspaces: ['packages/*', 'website'] }),
    'packages/a/package.json': JSON.stringify({ name: '@scope/a', exports }),
    'packages/a/src/index.ts': '',
    'packages/a/src/parts/One.tsx': '',
    'packages/a/src/rules/index.ts': '',
    'packages/b/package.json': JSON.stringify({ name: 'b', main: 'build/b.js' }),
    'packages/b/index.js': '',
    'packages/b/src/deep/two.ts': '',
    'packages/built/package.json': JSON.stringify({ name: 'built', main: 'build/b.js' }),
    'packages/built/build/b.js': '',
    'packages/built/src/index.js': '',
    'packages/broken/package.json': '{',
    'website/package.json': JSON.stringify({ name: 'website' }),
  };
  const ids = [
    '@scope/a',
    '@scope/a/use/rules',
    '@scope/a/parts/One',
    '@scope/a/parts/Two',
    'b',
    'b/deep/two',
    'built',
    'c',
    '@scope/b',
  ];
  expect(filesOf('npm', files, ids)).toEqual([
    'packages/a/src/index.ts',
    'packages/a/src/rules/index.ts',
    'packages/a/src/parts/One.tsx',
    null,
    'packages/b/index.js',
    'packages/b/src/deep/two.ts',
    'packages/built/build/b.js',
    null,
    null,
  ]);
});

test('pnpm lists the packages of a workspace in a file', () => {
  const files = {
    'pnpm-workspace.yaml':
      "packages:\n  # all\n  - 'libs/**'\n  - \"tools\" # one\n  - '!libs/old'\nother:\n  - sites/*\n",
    'libs/x/deep/package.json': JSON.stringify({ name: 'deep' }),
    'libs/x/deep/src/index.tsx': '',
    'libs/old/package.json': JSON.stringify({ name: 'old' }),
    'libs/old/index.js': '',
    'tools/package.json': JSON.stringify({ name: 'tools', exports: './run.mjs' }),
    'tools/run.mjs': '',
    'sites/s/package.json': JSON.stringify({ name: 's' }),
    'sites/s/index.js': '',
    'website/package.json': '{}',
  };
  expect(filesOf('pnpm', files, ['deep', 'tools', 'tools/walk', 'old', 's'])).toEqual([
    'libs/x/deep/src/index.tsx',
    'tools/run.mjs',
    null,
    null,
    null,
  ]);
});

test('a workspace beyond the repository of a site is another project', () => {
  const files = {
    'package.json': JSON.stringify({ workspaces: { packages: ['packages/*'] } }),
    'packages/a/package.json': JSON.stringify({ name: 'a', main: 'a.js' }),
    'packages/a/a.js': '',
  };
  expect(filesOf('around', { ...files, 'website/x': '' }, ['a'])).toEqual(['packages/a/a.js']);
  expect(filesOf('beyond', { ...files, 'website/.git/HEAD': '' }, ['a'])).toEqual([null]);
});
