// @vitest-environment node
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { aliased } from '../../bundler/resolve/aliases.mjs';
// @ts-expect-error The bundler is plain JavaScript.
import { existing } from '../../bundler/resolve/existing.mjs';
// @ts-expect-error The bundler is plain JavaScript.
import { blankFrontMatter, resolveImport, withoutRequire } from '../../bundler/modules.mjs';

test('calls of require become imports, and texts about them stay', () => {
  const code = `const a = require('./a'), again = require("./a").b;
// require('./comment')
const text = "write require('./text')";
const page = <p title="require('./title')">require('./words') {require('./b')} {require(name)}</p>;`;
  const value = (name: string) => `const ${name} = Reflect.get(${name}Module, "binderyRequired") ?? ${name}Module;`;
  const imports = `import * as _required0Module from "./a"; ${value('_required0')} import * as _required1Module from "./b"; ${value('_required1')}`;
  expect(withoutRequire(code)).toBe(`${imports} const a = _required0, again = _required0.b;
// require('./comment')
const text = "write require('./text')";
const page = <p title="require('./title')">require('./words') {_required1} {require(name)}</p>;`);
  expect(withoutRequire(`const text = "require('./text')";`)).toBe(`const text = "require('./text')";`);
});

test('calls of require in TypeScript become imports', () => {
  expect(withoutRequire(`const a: string = require('./a') as string;`)).toBe(
    `import * as _required0Module from "./a"; const _required0 = Reflect.get(_required0Module, "binderyRequired") ?? _required0Module; const a: string = _required0 as string;`,
  );
});

test('a file without its extension is JavaScript before TypeScript, and a file before a folder', () => {
  const tree = mkdtempSync(join(tmpdir(), 'modules-'));
  mkdirSync(join(tree, 'a'));
  for (const name of ['index.js', 'index.tsx']) writeFileSync(join(tree, 'a', name), '');
  expect(existing(join(tree, 'a'))).toBe(join(tree, 'a/index.js'));
  writeFileSync(join(tree, 'a.ts'), '');
  expect(existing(join(tree, 'a'))).toBe(join(tree, 'a.ts'));
});

test('short names that plugins give to webpack lead to files of the site', () => {
  const tree = mkdtempSync(join(tmpdir(), 'modules-'));
  mkdirSync(join(tree, 'src'));
  writeFileSync(join(tree, 'src/Card.tsx'), '');
  const aliases = [
    { before: '@parts', after: null, target: ['src/Card.tsx', ''] },
    { before: '@parts/', after: '', target: ['src/', ''] },
  ];
  const options = { uiDir: '/ui', tree, site: { aliases } };
  for (const id of ['@parts', '@parts/Card'])
    expect(resolveImport(id, join(tree, 'a.js'), options)?.file).toBe(join(tree, 'src/Card.tsx'));
  expect(resolveImport('@parts/None', join(tree, 'a.js'), options)).toBe(null);
});

test('front matter becomes blank, line by line', () => {
  expect(blankFrontMatter('---\ntitle: A\n---\n# A\n')).toBe('\n\n\n# A\n');
  expect(blankFrontMatter('---\n---\n# A\n\n---\n')).toBe('\n\n# A\n\n---\n');
  expect(blankFrontMatter('# A\n\n---\n')).toBe('# A\n\n---\n');
  expect(blankFrontMatter('---\ntitle: A\n------\nbody\n')).toBe('\n\n---\nbody\n');
});

test('paths of a tsconfig.json with comments, with commas before brackets and with a text like a comment are read', () => {
  const tree = mkdtempSync(join(tmpdir(), 'aliases-'));
  const text = `\uFEFF// Short names.
{
  "compilerOptions": { /* of the site */ "paths": { "#a/*": ["./a//*"], "#b": ["./b",], }, },
}
`;
  writeFileSync(join(tree, 'tsconfig.json'), text);
  expect(aliased('#a/x', tree)).toEqual([join(tree, 'a/x')]);
  expect(aliased('#b', tree)).toEqual([join(tree, 'b')]);
});

test('a tsconfig.json may extend several files, and have options that are null', () => {
  const tree = mkdtempSync(join(tmpdir(), 'aliases-'));
  writeFileSync(join(tree, 'a.json'), '{ "compilerOptions": { "paths": { "#a": ["./a"] } } }');
  writeFileSync(join(tree, 'b.json'), '{ "compilerOptions": { "strict": true } }');
  const text = '{ "extends": ["./a", "./b.json", "@docusaurus/tsconfig"], "compilerOptions": { "baseUrl": null } }';
  writeFileSync(join(tree, 'tsconfig.json'), text);
  expect(aliased('#a', tree)).toEqual([join(tree, 'a')]);
  const other = mkdtempSync(join(tmpdir(), 'aliases-'));
  writeFileSync(join(other, 'tsconfig.json'), '{ "compilerOptions": { "paths": { "#a": "./a", "#b": [null] } } }');
  expect(aliased('#a', other)).toEqual([join(other, 'a')]);
  expect(aliased('#b', other)).toEqual([]);
});
