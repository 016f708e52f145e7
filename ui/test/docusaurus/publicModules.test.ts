// @vitest-environment node
import { join } from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { resolveImport } from '../../bundler/modules.mjs';
import list from './publicModules.json';

const uiDir = join(import.meta.dirname, '../..');
const from = join(uiDir, 'test/page.tsx');
const standIn = (id: string) => resolveImport(id, from, { uiDir, tree: join(uiDir, 'test') });

/** What Docusaurus 3.10 exports, by its modules; `default` is what a stand-in's member is imported as. */
test.each(Object.entries(list.modules))('%s has a stand-in with its exports', async (id, names) => {
  const found = standIn(id);
  const module = (await import(/* @vite-ignore */ found.file)) as object;
  const exported = [...Object.keys(module), ...(found.member ? ['default'] : [])];
  expect(names.split(' ').filter((name) => !exported.includes(name))).toEqual([]);
});

test('every component of the themes has a stand-in', () => {
  const names = list.theme.split(' ').flatMap((name) => [`@theme/${name}`, `@theme-original/${name}`]);
  expect(names.filter((id) => !standIn(id)?.file)).toEqual([]);
});
