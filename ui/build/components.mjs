/** Finds the components that Markdown may name: one a file, named as the file. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const COMPONENT_FILE = /^([A-Z]\w*)\.tsx$/;
const INTERACTIVE = /^export const interactive\s*(?::[^=]+)?=\s*true\b/m;

/** The site's components and ours, sorted by name; the site's win over ours of the same name. */
export async function findComponents({ builtin, site }) {
  const found = new Map();
  for (const [source, directory] of Object.entries({ builtin, site })) {
    for (const component of await readComponents(directory, source)) found.set(component.name, component);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readComponents(directory, source) {
  const files = await readdir(directory).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const named = files.flatMap((file) => {
    const name = COMPONENT_FILE.exec(file)?.[1];
    return name === undefined ? [] : [{ name, file: join(directory, file), source }];
  });
  return Promise.all(
    named.map(async (component) => ({ ...component, interactive: INTERACTIVE.test(await readFile(component.file, 'utf8')) })),
  );
}
