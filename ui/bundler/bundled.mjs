/** Runs rollup over the interface, over the site's components, or over both. */

import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { rollup } from 'rollup';
import { breakFileOf, repeated } from './repairs.mjs';

/** What React's server asks of Node without saying `node:`. */
const NODE_MODULES = new Set(['async_hooks', 'crypto', 'stream', 'util']);

/** Whether an import is one of Node's own modules. */
export function isOfNode(id) {
  return id.startsWith('node:') || NODE_MODULES.has(id);
}

/** Where an error is and what it says, without the internals that follow. */
export function errorText({ message, frame }) {
  return frame ? `${message}\n${frame}` : message;
}

/** Bundles `input`; a file of the site that rollup cannot read is replaced. Adds the files read to `options.sources`. */
export async function bundled(input, options) {
  const bundle = await repeated(
    () => rollup({ cache: false, shimMissingExports: true, onwarn: (warning) => refuse(warning, options), ...input }),
    (error) => breakFileOf(error, options),
  );
  for (const id of bundle.watchFiles) noteSource(id, options);
  return bundle;
}

/** Of Markdown only the code counts, unless it is imported as a whole: an edit of its text bundles nothing. */
export function noteSource(id, { tree, uiDir, sources }) {
  const [file, query] = id.split('?');
  const isOwn = file.startsWith(tree + sep) && !file.startsWith(uiDir + sep) && !file.includes('node_modules');
  if (isOwn && (query === 'mdx' || !/\.mdx?$/.test(file)) && existsSync(file)) sources.add(file);
}

/**
 * A warning about our sources is a mistake of ours: unresolved imports, missing exports. Libraries' directives are no
 * concern, and a site's own sources bundle with webpack as they are, so that what they do is no failure either.
 */
function refuse(warning, { uiDir }) {
  if (warning.code === 'MODULE_LEVEL_DIRECTIVE') return;
  const { id, ids = [], exporter, loc, message } = warning;
  const named = [id, ...ids, exporter, loc?.file].filter(Boolean);
  const ours = join(uiDir, 'src') + sep;
  if (named.length === 0 || named.every((one) => resolve(one).startsWith(ours))) throw new Error(message);
}
