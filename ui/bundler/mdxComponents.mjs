/**
 * The components that a Docusaurus tree registers for its Markdown: the keys of `src/theme/MDXComponents`.
 *
 * `compiler/src/driver/mdx_components.rs` finds the same names.
 */

import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Parser } from 'acorn';
import { transformSync } from 'esbuild';
import { resolveImport } from './modules.mjs';
import { existing } from './resolve/existing.mjs';

/**
 * Where a tag's component is: a file, and the path from its exports to it. It is the module that the registering file
 * imports for the key, so that a page loads no other; what the file defines itself is a member of its default export.
 */
export function registeredComponent(name, options) {
  const [root, ...members] = name.split('.');
  const found = registeredRoot(root, options);
  return found && { ...found, name, path: [...found.path, ...members] };
}

/** Whether the tree registers a component under a name. */
export function isRegistered(name, tree) {
  const file = tree === undefined ? null : registeringFile(tree);
  if (file === null) return false;
  const found = registration(readFileSync(file, 'utf8'), file);
  return found.components.has(name) || spreadFile(name, found, file, tree) !== null;
}

/** What to import for a registered component: a module, and the path from its exports. */
export function registeredImport(name, options) {
  const { file, path } = registeredRoot(name, options);
  const isOwn = file.startsWith(options.tree + sep) && !file.includes(`${sep}node_modules${sep}`);
  const own = isOwn ? file : registeringFile(options.tree);
  const from = `@site/${relative(options.tree, own).split(sep).join('/')}`;
  return { from, path: isOwn ? path : ['default', name] };
}

function registeringFile(tree) {
  return existing(join(tree, 'src/theme/MDXComponents'));
}

function registeredRoot(name, options) {
  const file = registeringFile(options.tree);
  if (file === null) return null;
  const registered = registration(readFileSync(file, 'utf8'), file);
  const { imports, components } = registered;
  const spread = spreadFile(name, registered, file, options.tree);
  if (spread !== null) return { name, file: spread, path: [name], source: 'site' };
  const imported = imports.get(components.has(name) ? components.get(name) : name);
  const found = imported && resolveImport(imported.id, file, options);
  const isOurs = found?.file?.startsWith(options.uiDir + sep);
  if (isOurs && existing(join(options.uiDir, 'src/content', name)) !== null) return null;
  if (!found?.file || isOurs) return { name, file, path: ['default', name], source: 'site' };
  return { name, file: found.file, path: [imported.member], source: 'site' };
}

/** The module that exports a component and that the registering file spreads as a whole; null for other components. */
function spreadFile(name, { components, spreads }, file, tree) {
  if (components.has(name)) return null;
  for (const id of spreads) {
    const path = id.startsWith('@site/') ? join(tree, id.slice('@site/'.length)) : join(file, '..', id);
    const found = /^(?:@site\/|\.)/.test(id) ? existing(path) : null;
    if (found !== null && exportsOf(found).has(name)) return found;
  }
  return null;
}

/** The names that modules export, by their files, with the code that they were read from. */
const exported = new Map();

function exportsOf(file) {
  const code = readFileSync(file, 'utf8');
  if (exported.get(file)?.code !== code) {
    const declared = parse(code, file).filter(({ type }) => type === 'ExportNamedDeclaration');
    const names = declared.flatMap(({ declaration, specifiers }) => [
      ...(declaration?.declarations ?? [declaration]).map((one) => one?.id?.name),
      ...specifiers.map((one) => one.exported.name),
    ]);
    exported.set(file, { code, names: new Set(names) });
  }
  return exported.get(file).names;
}

/** The last registration that was read: there is one file, and it is asked for each name. */
let last = { code: null, registration: null };

/**
 * The imports of the registering file by their local names, the local names of the components by their keys (null for a
 * component that has none), and the modules whose exports are all components.
 */
function registration(code, file) {
  if (last.code !== code) last = { code, registration: readRegistration(parse(code, file)) };
  return last.registration;
}

/** The statements of a file; none of one with an error, which the bundler reports. */
function parse(code, file) {
  try {
    const loader = file.endsWith('.ts') ? 'ts' : 'tsx';
    const { code: plain } = transformSync(code, { loader, jsx: 'automatic', target: 'es2022', logLevel: 'silent' });
    return Parser.parse(plain, { ecmaVersion: 'latest', sourceType: 'module' }).body;
  } catch {
    return [];
  }
}

function readRegistration(statements) {
  const imports = new Map();
  const whole = new Map();
  const values = new Map();
  let exported = null;
  for (const statement of statements) {
    if (statement.type === 'ExportDefaultDeclaration') exported = statement.declaration;
    for (const { id, init } of statement.declarations ?? statement.declaration?.declarations ?? []) {
      values.set(id.name, init);
    }
    if (statement.type !== 'ImportDeclaration') continue;
    for (const { type, local, imported } of statement.specifiers) {
      if (type === 'ImportNamespaceSpecifier') whole.set(local.name, statement.source.value);
      if (type === 'ImportNamespaceSpecifier') continue;
      const member = imported ? (imported.name ?? imported.value) : 'default';
      imports.set(local.name, { id: statement.source.value, member });
    }
  }
  const object = exported?.type === 'Identifier' ? values.get(exported.name) : exported;
  const components = new Map();
  for (const { key, value } of object?.properties ?? []) {
    if (key) components.set(key.name ?? key.value, value.type === 'Identifier' ? value.name : null);
  }
  const spread = (object?.properties ?? []).flatMap(({ argument }) => whole.get(argument?.name) ?? []);
  return { imports, components, spreads: spread };
}
