/**
 * The interface as a separate bundle, for previews: `bindery dev` bundles it once, and after an edit of a component only the
 * site's part, which imports the interface's modules from it (`sitePart.mjs`).
 *
 * It is the same for all sites. What is of a site (`virtual:bindery-…`) it imports from files that the site's part writes.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { bundled, isOfNode } from '../bundled.mjs';
import { plugins } from '../plugins.mjs';
import { noRepairs } from '../repairs.mjs';

/** The files of the site's part, seen from those of the interface. They have no hash in their names, as their content changes. */
const FACTS = './preview/facts';
const SITE = './preview/site';

/** The folders below `src/` whose modules components import by public names. */
const PUBLIC_FOLDERS = ['content', 'docusaurus'];
/** What the bundler writes imports of. */
const BASE = ['lib/islands.ts', 'lib/browser/crash.ts', 'lib/browser/clientModules.ts'];

/** The modules that the part of any site may import, before it is known what it does import. */
export function baseModules(uiDir) {
  const src = join(uiDir, 'src');
  const files = PUBLIC_FOLDERS.flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true }).map((name) => join(folder, name)),
  );
  return [...files, ...BASE].filter((name) => /(?<!\.d)\.tsx?$/.test(name)).map((name) => join(src, name));
}

/**
 * The builds of the libraries that a preview takes. Browsers run React's development build, for its warnings; the production build
 * renders, because it is faster. Both sides have the same file of the router: it is imported by its path.
 */
export function environmentOf(platform) {
  return { nodeEnv: platform === 'browser' ? 'development' : 'production', routerEnv: 'production' };
}

/** A test for the ids of the interface's modules and of its packages, whatever rollup's plugins add to them. */
export function interfaceModules(uiDir) {
  const folders = [uiDir + sep, realpathSync(join(uiDir, 'node_modules')) + sep];
  return (id) => {
    const file = id.replace(/^\0/, '').split('?')[0];
    return folders.some((folder) => file.startsWith(folder)) ? file : null;
  };
}

/**
 * Bundles the interface for `platform`, `browser` or `node`, so that each of `modules` can be imported from one of its files.
 * Returns the files, the name and the imports of the entry, the file and the exports for each module, and a hash of all.
 */
export async function bundleInterface({ uiDir, platform, modules }) {
  const isNode = platform === 'node';
  const entry = join(uiDir, isNode ? 'src/entry-server.tsx' : 'src/entry-client.ts');
  // A chunk of its own: the code of one is run after all that it imports, and the entry imports the site's part.
  const output = join(uiDir, 'src/server/output.ts');
  const facades = commonJsModules(modules);
  const names = new Map(modules.map((id, at) => [`m${at}`, facades.has(id) ? `${FACADE}${id}` : id]));
  const options = {
    ...environmentOf(platform),
    uiDir,
    platform,
    tree: uiDir,
    site: {},
    components: [],
    modules: [],
    assets: new Map(),
    sources: new Set(),
    repairs: noRepairs(),
    minify: false,
    isDev: true,
    isRenderer: isNode,
  };
  const input = {
    input: { ...(isNode && { output }), entry, ...Object.fromEntries(names) },
    plugins: [partsOfSite(isNode), facadeModules(facades), ...plugins(options)],
    treeshake: false,
    external: (id) => isNode && isOfNode(id),
  };
  const bundle = await bundled(input, options);
  const end = isNode ? 'mjs' : 'js';
  const { output: chunks } = await bundle.generate({
    format: 'es',
    entryFileNames: `[name]-[hash].${end}`,
    chunkFileNames: `[name]-[hash].${end}`,
    hashCharacters: 'base36',
  });
  await bundle.close();
  const byName = new Map(chunks.filter(({ isEntry }) => isEntry).map((chunk) => [chunk.name, chunk]));
  const first = byName.get('entry');
  const hash = createHash('sha256');
  for (const { fileName, code } of chunks) hash.update(`${fileName} ${code.length}\n`);
  return {
    entry: first.fileName,
    preload: first.imports,
    files: chunks.map(({ fileName, code }) => ({ path: fileName, code })),
    modules: Object.fromEntries(
      modules.map((id, at) => [id, { file: byName.get(`m${at}`).fileName, exports: byName.get(`m${at}`).exports }]),
    ),
    hash: hash.digest('hex'),
  };
}

/** Leaves what is of a site to the files of its part. */
function partsOfSite(isNode) {
  const end = isNode ? '.mjs' : '.js';
  return {
    name: 'bindery-parts-of-site',
    resolveId(id) {
      if (!id.startsWith('virtual:bindery-')) return null;
      return { id: (id === 'virtual:bindery-site' ? FACTS : SITE) + end, external: true };
    },
  };
}

const FACADE = '\0bindery-facade:';

/** Whether a module of the interface is CommonJS, as some of its packages are. */
export function isCommonJs(file) {
  return file.includes('node_modules') && !/^\s*(?:import|export)\b/m.test(readFileSync(file, 'utf8'));
}

/** The exports of those modules that are CommonJS, which rollup does not know. */
function commonJsModules(modules) {
  const require = createRequire(import.meta.url);
  const found = new Map();
  for (const id of modules) {
    if (!isCommonJs(id)) continue;
    found.set(
      id,
      Object.keys(require(id)).filter((name) => name !== 'default'),
    );
  }
  return found;
}

/** Modules that name the exports of CommonJS. */
function facadeModules(facades) {
  return {
    name: 'bindery-facades',
    resolveId: (id) => (id.startsWith(FACADE) ? id : null),
    load(id) {
      if (!id.startsWith(FACADE)) return null;
      const file = id.slice(FACADE.length);
      const lines = facades.get(file).map((name, at) => `const e${at} = own.${name};\nexport { e${at} as ${name} };`);
      return `import own from ${JSON.stringify(file)};\nexport default own;\n${lines.join('\n')}`;
    },
  };
}
