/**
 * Finds the components that Markdown may name: one a file, named as the file, and what Markdown imports by its path.
 *
 * `component_name` in `markdown/src/context.rs` finds the same names.
 */

import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isApplied } from './docusaurus.mjs';
import { inspect } from './inspect/inspectComponents.mjs';
import { ownThemeFile } from './modules.mjs';
import { registeredComponent } from './mdxComponents.mjs';

const COMPONENT_FILE = /^([A-Z]\w*)\.(?:tsx|jsx|ts|js)$/;
const INDEX = /^index\.(?:tsx|jsx|ts|js)$/;
/** Parts of components. */
const LIB = 'lib';

/** The site's components and ours, sorted by name; the site's win over ours of the same name. */
export async function findComponents(options) {
  const { builtin, siteDir, tree, modules } = options;
  const found = new Map();
  for (const component of await readComponents(builtin, 'builtin'))
    found.set(component.name, { ...component, interactive: false });
  const named = await readComponents(siteDir, 'site');
  const own = [...uniqueNames(named), ...modules.map((name) => imported(name, options)).filter(Boolean)];
  const replacing = themed([...found.values()], options);
  for (const component of await inspect([...replacing, ...own], options)) {
    const isUsed = !component.isThemed || (!component.error && !component.interactive);
    if (isUsed) found.set(component.name, component);
  }
  for (const component of sameNames(named, tree)) found.set(component.name, component);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The files of the site's theme in place of components that Markdown knows, such as `src/theme/Details.jsx`. They are used
 * where they render at build: ours are given their children as elements, islands are not.
 */
function themed(builtins, options) {
  return builtins.flatMap(({ name }) => {
    const file = isApplied(name) ? ownThemeFile(name, options) : null;
    return file === null ? [] : [{ name, file, path: ['default'], source: 'site', isThemed: true }];
  });
}

/** The components below a folder: in files, in folders with their name, and in folders whose names begin in lower case. */
async function readComponents(directory, source) {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    entries
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(async (entry) => {
        const path = join(directory, entry.name);
        if (!entry.isDirectory()) {
          const name = COMPONENT_FILE.exec(entry.name)?.[1];
          return name === undefined ? [] : [{ name, file: path, source }];
        }
        if (!/^[A-Z]/.test(entry.name)) return entry.name === LIB ? [] : readComponents(path, source);
        const index = (await readdir(path)).find((file) => INDEX.test(file));
        return index === undefined ? [] : [{ name: entry.name, file: join(path, index), source }];
      }),
  );
  return found.flat();
}

/** The components whose names no other has. */
function uniqueNames(components) {
  return components.filter(({ name }) => components.filter((other) => other.name === name).length === 1);
}

/** Files in different folders with the name of one component, which cannot be used. */
function sameNames(components, tree) {
  const inTree = (file) => relative(tree, file).split(sep).join('/');
  return components.flatMap((component) => {
    const other = components.find(({ name }) => name === component.name);
    if (other === component) return [];
    const message = `\`${inTree(other.file)}\` is a component of the same name`;
    return [{ ...component, interactive: false, error: { message, file: inTree(component.file) } }];
  });
}

/** `@site/src/components/Foo.tsx#Bar.Baz`: a module of the tree and what it exports; other names are registered. */
function imported(name, options) {
  const { tree } = options;
  if (!name.startsWith('@site/')) return registeredComponent(name, options);
  const [path, member = 'default'] = name.slice('@site/'.length).split('#');
  return { name, file: join(tree, path), path: member.split('.'), source: 'site' };
}
