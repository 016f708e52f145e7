/**
 * Records the modules, files and exports that had to be replaced so that the rest can be bundled. A module that is missing or
 * cannot be read is replaced by a stand-in that renders its children (`src/docusaurus/missingModule.ts`).
 */

import { isBuiltin } from 'node:module';
import { relative, sep } from 'node:path';
import { isOfDocusaurus, themeName, themePackageOf } from './docusaurus.mjs';
import { packageOf, withoutLoaders } from './modules.mjs';

/** What an import of a module on another host begins with. */
export const IS_ADDRESS = /^(?:https?:)?\/\//;

/** How often a build is repeated: each time at least one more file is replaced. */
const MAX_ROUNDS = 30;

export function noRepairs() {
  return {
    /** Modules that are not there, by their ids, with the first file that imports each. */
    missing: new Map(),
    /** Files that cannot be read as code, with the reason. */
    broken: new Map(),
    /** Exports that files lack, by the file. */
    lacking: new Map(),
    /** What was read in a simpler way; a key is a file, or names what is missing in the `file` of the entry. */
    noted: new Map(),
  };
}

/** Adds what a second thread found. */
export function mergeRepairs(into, found) {
  for (const [kind, entries] of Object.entries(found)) for (const [key, value] of entries) into[kind].set(key, value);
}

/** Runs `attempt` until it succeeds; `repair` says whether it removed the cause of the failure. */
export async function repeated(attempt, repair) {
  for (let round = 0; ; round++) {
    try {
      return await attempt();
    } catch (error) {
      if (round >= MAX_ROUNDS || !repair(error)) throw error;
    }
  }
}

/** Marks the file that rollup cannot read as broken; false if the failure is in none of the site's files. */
export function breakFileOf(error, { uiDir, repairs }) {
  const file = (error.id ?? error.loc?.file ?? '').split('?')[0].replace(/^\0/, '');
  if (file === '' || file.startsWith(uiDir + sep) || !file.startsWith(sep) || repairs.broken.has(file)) return false;
  const { line, column } = error.loc ?? {};
  repairs.broken.set(file, { message: error.message.split('\n')[0], file, line, column: column && column + 1 });
  return true;
}

/** The repairs as problems, one for each cause, with files relative to the tree. */
export function problemsOf({ repairs, tree, components }) {
  const place = (file) => (file ? relative(tree, file).split(sep).join('/') : undefined);
  const problems = [];
  const packages = new Set();
  for (const [written, { importer }] of [...repairs.missing].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const id = IS_ADDRESS.test(written) ? written : withoutLoaders(written);
    const file = place(importer);
    const owner = themePackageOf(themeName(id)?.name ?? '');
    if (owner !== undefined) {
      problems.push({
        message: `\`${id}\` is a part of the package \`${owner}\`, which Bindery does not use`,
        help: 'its components show only their children; write what they would show as text, or link to where it is published',
        file,
      });
    } else if (isOfDocusaurus(id)) {
      problems.push({
        message: `unknown module \`${id}\``,
        help: 'correct the import; until then its components show only their children',
        file,
      });
    } else if (IS_ADDRESS.test(id)) {
      problems.push({
        message: `\`${id}\` is an address, which imports here do not follow`,
        help: 'import the package by its name and install it with npm; until then its components show only their children',
        file,
      });
    } else if (/^[./]|^@site\//.test(id)) {
      problems.push({
        message: `there is no file \`${id}\``,
        help: 'correct the path; until then its components show only their children',
        file,
      });
    } else if (isBuiltin(id)) {
      problems.push({
        message: `\`${id}\` is a module of Node, which browsers do not have`,
        help: 'use it in the configuration or a plugin only; until then its components show only their children',
        file,
      });
    } else if (!packages.has(packageOf(id))) {
      packages.add(packageOf(id));
      const message = `the package \`${packageOf(id)}\` is not installed`;
      problems.push({
        message,
        help: `run \`npm ci\` in \`${tree}\`; until then its components show only their children`,
        file,
      });
    }
  }
  const reported = new Set(components.filter(({ error }) => error).map(({ file }) => file));
  const causes = new Set();
  for (const [path, problem] of [...repairs.broken, ...repairs.noted]) {
    const { message, file = path, line, column, help, cause, isLoaded } = problem;
    if (reported.has(path) || causes.has(cause)) continue;
    if (cause !== undefined) causes.add(cause);
    problems.push({
      message: file === path && !isLoaded ? `cannot read it: ${message}` : message,
      help: help ?? 'fix the error; until then its components show only their children',
      file: place(file),
      line,
      column,
    });
  }
  for (const [path, names] of repairs.lacking) {
    const list = [...names].map((name) => `\`${name}\``).join(', ');
    const known = place(path).startsWith('..') ? path.split('/src/').at(-1) : place(path);
    problems.push({
      message: `\`${known}\` exports no ${list}`,
      help: 'correct the name; until then components that use it show only their children',
    });
  }
  return problems;
}
