/** Finds the components that Markdown may name: one a file, named as the file, and what Markdown imports by its path. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from './inspect.mjs';

const COMPONENT_FILE = /^([A-Z]\w*)\.(?:tsx|jsx|ts|js)$/;
const FOLDER = /^([A-Z]\w*)$/;
const INDEX = /^index\.(?:tsx|jsx|ts|js)$/;

/** The site's components and ours, sorted by name; the site's win over ours of the same name. */
export async function findComponents(options) {
  const { builtin, siteDir, tree, modules } = options;
  const found = new Map();
  for (const component of await readComponents(builtin, 'builtin'))
    found.set(component.name, { ...component, interactive: false });
  const own = [...(await readComponents(siteDir, 'site')), ...modules.map((name) => imported(name, tree))];
  for (const component of await inspect(own, options)) found.set(component.name, component);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readComponents(directory, source) {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const name = (entry.isDirectory() ? FOLDER : COMPONENT_FILE).exec(entry.name)?.[1];
      if (name === undefined) return [];
      if (!entry.isDirectory()) return [{ name, file: join(directory, entry.name), source }];
      const index = (await readdir(join(directory, entry.name))).find((file) => INDEX.test(file));
      return index === undefined ? [] : [{ name, file: join(directory, entry.name, index), source }];
    }),
  );
  return found.flat();
}

/** `@site/src/components/Foo.tsx#Bar.Baz`: a module of the tree and what it exports. */
function imported(name, tree) {
  const [path, member = 'default'] = name.slice('@site/'.length).split('#');
  return { name, file: join(tree, path), path: member.split('.'), source: 'site' };
}
