/**
 * The components that a Docusaurus tree registers for its Markdown: the keys of `src/theme/MDXComponents`.
 *
 * `compiler/src/driver/registered.rs` finds the same names.
 */

import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { existing, resolveImport } from './modules.mjs';

/**
 * Where a tag's component is: a file, and the way from its exports to it. It is the module that the registering file
 * imports for the key, so that a page loads no other; what the file defines itself is a member of its default export.
 */
export function registeredComponent(name, options) {
  const file = existing(join(options.tree, 'src/theme/MDXComponents'));
  if (file === null) return null;
  const code = withoutComments(readFileSync(file, 'utf8'));
  const local = new RegExp(`[{,\\s]['"]?${name}['"]?\\s*:\\s*([A-Za-z_$][\\w$]*)\\s*[,}]`).exec(code)?.[1] ?? name;
  const imported = importOf(local, code);
  const found = imported && resolveImport(imported.id, file, options);
  const isOurs = found?.file?.startsWith(options.uiDir + sep);
  if (isOurs && existing(join(options.uiDir, 'src/content', name)) !== null) return null;
  if (!found?.file || isOurs) return { name, file, path: ['default', name], source: 'site' };
  return { name, file: found.file, path: [imported.member], source: 'site' };
}

/** The module and the export that a local name is. */
function importOf(local, code) {
  for (const [, clause, id] of code.matchAll(/\bimport\s+([^'"]+?)\s+from\s+['"]([^'"]+)['"]/g)) {
    const [, whole, braces = ''] = /^([\w$]+)?\s*,?\s*(?:\{([\s\S]*)\})?$/.exec(clause) ?? [];
    if (whole === local) return { id, member: 'default' };
    for (const one of braces.split(',')) {
      const [member, name = member] = one.trim().split(/\s+as\s+/);
      if (name === local) return { id, member };
    }
  }
  return null;
}

function withoutComments(code) {
  return code.replace(/\/\*[\s\S]*?\*\/|(?<![:\\'"`])\/\/[^\n]*/g, '');
}
