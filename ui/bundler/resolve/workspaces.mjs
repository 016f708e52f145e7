/**
 * Finds the packages of the repository that a site is a part of: the folders that `workspaces` of a `package.json` or
 * `pnpm-workspace.yaml` name, in a folder above the site. They need not be installed or built: where the built files are
 * missing, their sources are used.
 */

// Not by names, as in `existing.mjs`.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { existing } from './existing.mjs';

/** How deep a pattern with `**` is followed. */
const MAX_DEPTH = 4;

/** The packages of the nearest workspace by their names, by the folder of the site. */
const known = new Map();

/** The file that `id` means in a package of the workspace around `tree`; null without such a file. */
export function workspaceFile(id, tree) {
  const parts = id.split('?')[0].split('/');
  const length = id.startsWith('@') ? 2 : 1;
  const folder = packagesAround(tree).get(parts.slice(0, length).join('/'));
  return folder === undefined ? null : entryOf(folder, parts.slice(length).join('/'));
}

function packagesAround(tree) {
  if (!known.has(tree)) known.set(tree, findPackages(tree));
  return known.get(tree);
}

function findPackages(tree) {
  const found = new Map();
  const [root, patterns] = workspaceAbove(tree);
  if (root === undefined) return found;
  const excluded = new Set(patterns.flatMap((one) => (one.startsWith('!') ? foldersOf(root, one.slice(1)) : [])));
  for (const folder of patterns.flatMap((one) => (one.startsWith('!') ? [] : foldersOf(root, one)))) {
    const name = excluded.has(folder) ? undefined : readManifest(folder)?.name;
    if (typeof name === 'string' && !found.has(name)) found.set(name, folder);
  }
  return found;
}

/** The nearest folder above a site that has a workspace, and the patterns of its packages; nothing where none has. */
function workspaceAbove(tree) {
  for (let folder = tree; ; folder = dirname(folder)) {
    const patterns = patternsOf(folder);
    if (patterns.length > 0) return [folder, patterns];
    // The repository ends here.
    if (fs.existsSync(join(folder, '.git')) || dirname(folder) === folder) return [];
  }
}

function patternsOf(folder) {
  const file = join(folder, 'pnpm-workspace.yaml');
  const written = readManifest(folder)?.workspaces;
  const listed = Array.isArray(written) ? written : written?.packages;
  const ofPnpm = fs.existsSync(file) ? yamlList(fs.readFileSync(file, 'utf8'), 'packages') : [];
  return [...(Array.isArray(listed) ? listed : []), ...ofPnpm].filter((one) => typeof one === 'string');
}

/** The items of a list of texts in YAML, one a line below its key. */
function yamlList(text, key) {
  const [, lines = ''] = new RegExp(`^${key}:[ \\t]*\\n((?:[ \\t]*(?:-.*|#.*)?\\n?)*)`, 'm').exec(text) ?? [];
  return [...lines.matchAll(/^[ \t]*-[ \t]+(['"]?)([^'"#\n]+?)\1[ \t]*(?:#.*)?$/gm)].map(([, , item]) => item);
}

/** The folders that a pattern such as `packages/*` names. */
function foldersOf(root, pattern) {
  const steps = pattern.split('/').filter((step) => step !== '' && step !== '.');
  return steps.reduce((folders, step) => folders.flatMap((folder) => below(folder, step)), [root]);
}

function below(folder, step) {
  if (step === '**') return [folder, ...nested(folder, MAX_DEPTH)];
  if (!step.includes('*')) return isFolder(join(folder, step)) ? [join(folder, step)] : [];
  const [start, end] = step.split('*');
  const isMeant = (name) => name.startsWith(start) && name.endsWith(end);
  return foldersIn(folder).flatMap((name) => (isMeant(name) ? [join(folder, name)] : []));
}

function nested(folder, depth) {
  if (depth === 0) return [];
  return foldersIn(folder).flatMap((name) => [join(folder, name), ...nested(join(folder, name), depth - 1)]);
}

function foldersIn(folder) {
  if (!isFolder(folder)) return [];
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name));
  return folders.map(({ name }) => name).sort();
}

function isFolder(path) {
  return fs.existsSync(path) && fs.statSync(path).isDirectory();
}

function readManifest(folder) {
  try {
    return JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return null;
  }
}

/** The folder of a path that builds write to, such as `./dist/` of `./dist/rules/index.js`. */
const BUILD_FOLDER = /^(?:\.\/)?(?:dist|build|lib|out)\//;

/**
 * The file of a package for a path below its name: what its manifest names if it is there, else the file of that path below `src`,
 * else the source of the name.
 */
function entryOf(folder, path) {
  const manifest = readManifest(folder) ?? {};
  const exported = exportedFiles(manifest.exports, path === '' ? '.' : `./${path}`);
  const fields = path === '' ? [manifest.source, manifest.module, manifest.main] : [];
  const sources = path === '' ? ['src', 'lib', '.'] : [path, join('src', path), join('lib', path)];
  const written = [...exported, ...fields].filter((one) => typeof one === 'string' && !/\.d\.[cm]?ts$/.test(one));
  const unbuilt = written.map((one) => one.replace(BUILD_FOLDER, 'src/'));
  for (const one of [...written, ...unbuilt, ...sources]) {
    const file = existing(join(folder, one));
    if (file !== null) return file;
  }
  return null;
}

/** The files that `exports` names for a path, of all conditions, in the order of the manifest. */
function exportedFiles(exports, path) {
  if (exports === undefined || exports === null) return [];
  const isList = typeof exports === 'object' && Object.keys(exports).some((key) => key.startsWith('.'));
  if (!isList) return path === '.' ? leaves(exports) : [];
  if (Object.hasOwn(exports, path)) return leaves(exports[path]);
  for (const [key, value] of Object.entries(exports)) {
    const [start, end] = key.split('*');
    if (end === undefined || !path.startsWith(start) || !path.endsWith(end)) continue;
    const middle = path.slice(start.length, path.length - end.length);
    return leaves(value).map((file) => file.replaceAll('*', middle));
  }
  return [];
}

function leaves(value) {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(leaves);
}
