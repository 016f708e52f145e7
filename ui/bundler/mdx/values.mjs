/** Bundles the modules whose values documents use, so that Node can load them. */

import { createRequire } from 'node:module';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildModules, inputsOfEntry } from '../inspect/inspectComponents.mjs';

/** React's modules, which all of them and the documents share. */
const REACT = /^react(?:-dom)?(?:\/(?:jsx-runtime|jsx-dev-runtime|server|client))?$/;

/**
 * The modules by their ids: `{ url, missing, files }` of a bundle, or `{ error }`; `missing` are the ids of what is missing in it. `wanted` is a list of `{ id, file, member }`; a
 * package has its name as `file`.
 */
export async function bundleValues(wanted, options) {
  const found = new Map();
  if (wanted.length === 0) return found;
  const folder = join(options.outDir, 'values');
  await mkdir(folder, { recursive: true });
  const first = [sharedReact(options)];
  const entries = (list) => list.map(({ file, member }) => ({ file, code: entryCode(file, member) }));
  const attempt = (list, outdir) => buildModules(entries(list), outdir, { ...options, first });
  const together = await attempt(wanted, folder).catch(() => null);
  for (const [at, one] of wanted.entries()) {
    if (together !== null) {
      found.set(one.id, bundle(folder, at, together.metafile, options));
      continue;
    }
    const own = join(folder, String(at));
    const alone = await attempt([one], own).then(
      ({ metafile }) => bundle(own, 0, metafile, options),
      (failure) => ({ error: failure.errors?.[0]?.text ?? failure.message }),
    );
    found.set(one.id, alone);
  }
  return found;
}

/**
 * A module as one file, for one that throws when it is loaded: with code splitting, esbuild may evaluate modules that import each
 * other in another order than that of their imports. `context` is the module that holds the current page, which this file has a
 * copy of.
 */
export async function bundleWhole({ file, member }, at, context, options) {
  const folder = join(options.outDir, `whole-${at}`);
  const code = `${entryCode(file, member)}\nexport * as binderyContext from ${JSON.stringify(context)};`;
  const how = { ...options, first: [sharedReact(options)], splitting: false };
  const { metafile } = await buildModules([{ file, code }], folder, how);
  return { ...bundle(folder, 0, metafile, options), isWhole: true };
}

/** A plugin of esbuild that leaves React to Node, so that all modules and the documents have the same. */
function sharedReact({ uiDir }) {
  const require = createRequire(join(uiDir, 'package.json'));
  const setup = (own) =>
    own.onResolve({ filter: REACT }, ({ path }) => ({
      path: pathToFileURL(require.resolve(path)).href,
      external: true,
    }));
  return { name: 'shared-react', setup };
}

function bundle(folder, at, metafile, options) {
  const url = pathToFileURL(join(folder, `c${at}.mjs`)).href;
  const inputs = inputsOfEntry(at, metafile);
  const missing = inputs.flatMap((input) => /^missing:(.*)$/.exec(input)?.[1] ?? []);
  return { url, missing, files: filesOf(inputs, options) };
}

/** The files of a bundle; null where something else stands for one that is missing or broken. */
function filesOf(inputs, { repairs }) {
  const named = inputs.filter((input) => !/^(?:entry|facts):/.test(input));
  const files = named.map((input) => resolve(input.replace(/^(?:file|as-module|member|raw):/, '').split(/[?#]/)[0]));
  const isWhole =
    !named.some((input) => input.startsWith('missing:')) && !files.some((file) => repairs.broken.has(file));
  return isWhole ? files : null;
}

function entryCode(file, member) {
  const from = JSON.stringify(file);
  // A module without a default export has none here either.
  if (member) return `export * from ${from};\nexport { ${member} as default } from ${from};`;
  return `import * as all from ${from};\nexport * from ${from};\nexport default all.default;`;
}
