// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { isRegistered, registeredComponent } from '../../bundler/mdxComponents.mjs';
import { writeTree } from './writeTree';

let tree = '';
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'bindery-registered-'));
});
afterEach(() => rmSync(tree, { recursive: true }));

/** Where the components of a registering file are: the file below `src` and the path from its exports. */
function found(code: string, names: string[]): string[] {
  const modules = { 'src/a.tsx': '', 'src/b.tsx': '' };
  writeTree(tree, { 'src/theme/MDXComponents.tsx': code, ...modules });
  return names.map((name) => {
    const { file, path } = registeredComponent(name, { tree, uiDir: join(tree, 'ui') });
    return `${file.slice(tree.length + '/src/'.length)} ${path.join('.')}`;
  });
}

const OWN = 'theme/MDXComponents.tsx default';

test('a component is an export of the module that the file imports it from', () => {
  const code =
    "import A, { x as X } from '../a';\nimport { B } from '../b';\nexport default { A, B, C: X, D: () => <A /> };";
  expect(found(code, ['A', 'B', 'C', 'D'])).toEqual(['a.tsx default', 'b.tsx B', 'a.tsx x', `${OWN}.D`]);
});

test('comments, strings and types name no component', () => {
  const code = `import type { P } from '../b';
    const note = 'import { A } from "../b"'; const url = "//"; /* import D from '../b' */
    import { a as B } from '../a';
    const all: Record<string, unknown> = { A: (p: P) => <i>{p.x} A: B, </i>, D: B /* , A: B */, url, note };
    export default all;`;
  expect(found(code, ['A', 'D'])).toEqual([`${OWN}.A`, 'a.tsx a']);
});

test('a file with an error registers under its own name', () => {
  expect(found('export default {', ['A'])).toEqual([`${OWN}.A`]);
});

test('the exports of a module that is spread are components', () => {
  writeTree(tree, {
    'src/icons/index.ts': 'export const On = 1;\nfunction Off() {}\nexport { Off as Out };\nexport type T = 1;\n',
  });
  const code =
    "import * as icons from '../icons';\nimport A from '../a';\nexport default { ...icons, A, Out: () => null };";
  expect(found(code, ['On', 'Out', 'A'])).toEqual(['icons/index.ts On', `${OWN}.Out`, 'a.tsx default']);
  expect(['On', 'Out', 'Off', 'T'].map((name) => isRegistered(name, tree))).toEqual([true, true, false, false]);
});
