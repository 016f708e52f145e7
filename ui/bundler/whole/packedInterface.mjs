/**
 * Makes the packed interface: the part of a bundle that sites without components of their own need. Executables contain it,
 * so that such a site is built without Node. The client is bundled once for both: pages without interactive components never
 * load the files that are left out.
 */

import { join } from 'node:path';

/** Whether the bundle has no components of a site. */
export function isPlain(components) {
  return components.every(isBuiltin);
}

export function plainComponents(components) {
  return components.filter(isBuiltin);
}

function isBuiltin({ source }) {
  return source === 'builtin';
}

/** The files that `entry` can load, without interactive components and what only these load. */
export function plainFiles(output, entry, { uiDir, components }) {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const left = new Set([join(uiDir, 'src/lib/islands.ts')]);
  for (const { name, file, source } of components)
    if (source === 'site') left.add(file).add(`\0virtual:bindery-island-${name}`);
  const found = new Set();
  const visit = (name) => {
    const chunk = chunks.get(name);
    if (chunk === undefined || found.has(name)) return;
    found.add(name);
    const later = (chunk.dynamicImports ?? []).filter(
      (path) => !chunks.get(path)?.moduleIds?.some((id) => left.has(id)),
    );
    for (const path of [...(chunk.imports ?? []), ...later]) visit(path);
  };
  visit(entry.fileName);
  return [...found];
}
