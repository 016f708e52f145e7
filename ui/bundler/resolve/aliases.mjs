/** The short names for folders of the site: `paths` and `baseUrl` of its `tsconfig.json` or `jsconfig.json`. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseExpressionAt } from 'acorn';

const known = new Map();

/** The paths that a bare id may mean, in the order in which to try them. */
export function aliased(id, tree) {
  if (!known.has(tree)) known.set(tree, readAliases(tree));
  const { paths, base } = known.get(tree);
  const found = paths.flatMap(({ start, end, isWhole, targets }) =>
    (isWhole ? id === start : id.length >= start.length + end.length && id.startsWith(start) && id.endsWith(end))
      ? targets.map((target) => target.replace('*', id.slice(start.length, id.length - end.length)))
      : [],
  );
  return base === null ? found : [...found, join(base, id)];
}

/** The paths that a bare id may mean by the short names of plugins, which the compiler knows. */
export function aliasedByPlugins(id, tree, aliases = []) {
  return aliases.flatMap(({ before, after, target }) => {
    if (after === null) return id === before ? [join(tree, target.join(''))] : [];
    const isMeant = id.startsWith(before) && id.endsWith(after);
    return isMeant ? [join(tree, target.join(id.slice(before.length, id.length - after.length)))] : [];
  });
}

function readAliases(tree) {
  const file = ['tsconfig.json', 'jsconfig.json'].map((name) => join(tree, name)).find((path) => existsSync(path));
  if (file === undefined) return { paths: [], base: null };
  const { paths = {}, baseUrl, folder = tree } = optionsOf(file, 0);
  const base = typeof baseUrl === 'string' ? resolve(folder, baseUrl) : null;
  const list = Object.entries(paths ?? {}).map(([pattern, targets]) => {
    const [start, end] = pattern.split('*');
    // A pattern without a star is the whole id.
    return {
      start,
      end: end ?? '',
      isWhole: end === undefined,
      targets: [targets].flat().flatMap((one) => (typeof one === 'string' ? [resolve(base ?? folder, one)] : [])),
    };
  });
  // The longest beginning is the nearest.
  return { paths: list.sort((a, b) => b.start.length - a.start.length), base };
}

/** The options of a file and of those that it extends by a path; `folder` is that of the file that sets `paths`. */
function optionsOf(file, depth) {
  let read;
  try {
    read = parseJsonWithComments(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
  const folder = dirname(file);
  const { extends: above, compilerOptions } = read;
  const own = compilerOptions ?? {};
  const isPath = (one) => depth < 5 && typeof one === 'string' && one.startsWith('.');
  let base = {};
  // Of several, the last that has an option decides.
  for (const path of [above].flat().filter(isPath)) {
    const inherited = resolve(folder, path);
    const options = optionsOf(existsSync(inherited) ? inherited : `${inherited}.json`, depth + 1);
    base = { ...base, ...options, folder: setsPaths(options) ? options.folder : (base.folder ?? options.folder) };
  }
  return { ...base, ...own, folder: setsPaths(own) ? folder : (base.folder ?? folder) };
}

function setsPaths({ paths, baseUrl }) {
  return Boolean(paths || baseUrl);
}

/** The value of JSON with comments and with commas before closing brackets, which is an expression of JavaScript. */
function parseJsonWithComments(text) {
  return jsonValue(parseExpressionAt(text, 0, { ecmaVersion: 'latest' }));
}

function jsonValue(node) {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'ArrayExpression') return node.elements.map(jsonValue);
  if (node.type !== 'ObjectExpression') throw new SyntaxError(`${node.type} is no JSON`);
  return Object.fromEntries(node.properties.map(({ key, value }) => [key.value, jsonValue(value)]));
}
