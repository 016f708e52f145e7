/**
 * The part of a preview's bundle that is of the site: its components, what they import that is not the interface's, and what they
 * may know of the site. It is all that an edit of a component bundles.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { bundled, isOfNode, noteSource } from '../bundled.mjs';
import { codeHashes } from '../inspect/codeHashes.mjs';
import { breakThrowingModule, markThrowing } from '../inspect/throwingModule.mjs';
import { kindOf, lackingExports } from '../modules.mjs';
import { plugins } from '../plugins.mjs';
import { interfacePart } from './interfaceCache.mjs';
import { environmentOf, interfaceModules, isCommonJs } from './interfacePart.mjs';

const FACTS = 'virtual:bindery-site';
const SITE = 'virtual:bindery-part';

/** What the interface imports of a site, by the module: the same names on both platforms. */
const PARTS = {
  'virtual:bindery-islands': ['mountIslands'],
  'virtual:bindery-client-modules': ['clientModules'],
  'virtual:bindery-diagrams': ['source', 'settings'],
  'virtual:bindery-live-code': ['loadScope'],
};

/**
 * Bundles the site's part, and the interface's if the cache in `partsDir` lacks it. Writes what renders to `outDir/ssr`; returns
 * the client's files, its entry, and the hashes of the code that renders.
 */
export async function bundleInParts(components, options) {
  const sides = [
    { platform: 'browser', isRenderer: false, end: 'js' },
    { platform: 'node', isRenderer: true, end: 'mjs' },
  ];
  const lacking = options.repairs.lacking;
  for (;;) {
    const before = lackingCount(lacking);
    const built = [];
    for (const side of sides)
      built.push(knownSide(side, components, options) ?? (await buildSide(side, components, options)));
    const asked = new Set(built.flatMap((side) => [...side.asked]));
    const part = await interfacePart(options.partsDir, [...asked].sort(), options);
    const outputs = [];
    for (const [at, one] of built.entries()) {
      const isKnown = one.partFolder === part.folder;
      outputs.push(isKnown ? one : await generated(one, sides[at], part, components, options));
    }
    for (const [at, { chunks }] of outputs.entries()) noteLacking(chunks, part[sides[at].platform], lacking);
    // The exports that the interface's modules lack are added in the next round.
    if (lackingCount(lacking) !== before) continue;
    const [browser, node] = outputs;
    const { worker, hash } = await writeRenderer(node, part, options);
    // Loaded together, modules can throw that do not when each is tried alone.
    const hasOwn = components.some(({ source, error }) => source === 'site' && !error);
    const isLoaded = !hasOwn || options.memory?.loaded === hash;
    if (!isLoaded && (await breakThrowingModule(worker, node.chunks, options))) continue;
    if (options.memory !== undefined) options.memory.loaded = hash;
    markThrowing(components, options);
    return writeClient(browser, node, part, options);
  }
}

/** What a side's bundle depends on besides the content of its files. */
function keyOf(components) {
  return JSON.stringify(
    components.map(({ name, file, path, interactive, error }) => [name, file, path, interactive, error]),
  );
}

/** The last output for a platform, where nothing that it came from has changed: most components have no code for browsers. */
function knownSide({ platform }, components, options) {
  const { memory, repairs, assets } = options;
  if (memory === undefined || isRepaired(repairs)) return undefined;
  const known = memory.result(platform, keyOf(components));
  if (known === undefined) return undefined;
  for (const id of known.watched) noteSource(id, options);
  for (const [path, bytes] of known.assets) assets.set(path, bytes);
  return known;
}

function isRepaired({ broken, lacking, noted }) {
  return broken.size > 0 || lacking.size > 0 || noted.size > 0;
}

/** The output of a side, which a session of the bundler remembers. Another part of the interface has files of other names. */
async function generated(one, side, part, components, options) {
  const { memory, repairs, uiDir } = options;
  const built = one.bundle === undefined ? await buildSide(side, components, options) : one;
  const { bundle, asked, code, assets, ids } = built;
  const output = { asked, code, assets, watched: bundle.watchFiles, partFolder: part.folder };
  output.chunks = await generate(bundle, side, part);
  await bundle.close();
  // Rollup watches only what no plugin reads.
  const files = filesOf([...output.watched, ...ids], uiDir);
  if (files !== null && !isRepaired(repairs) && repairs.missing.size === 0)
    memory?.rememberResult(side.platform, keyOf(components), files, output);
  return output;
}

/**
 * The files that decide the code of a bundle. Those of packages and of the interface stay the same as long as a session lives, and
 * the code of a style sheet is empty. Null where modules have other inputs: classes of sheets, and texts.
 */
function filesOf(ids, uiDir) {
  const own = ids
    .map((id) => id.split('?')[0])
    .filter((id) => id.startsWith(sep) && !id.startsWith(uiDir + sep) && !id.includes(`${sep}node_modules${sep}`));
  if (own.some((file) => /^(?:css-module|text)$/.test(kindOf(file)))) return null;
  return own.filter((file) => kindOf(file) !== 'style');
}

/** `asked` are the modules of the interface that it imports; of what rollup has in its cache they are known from before. */
async function buildSide({ platform, isRenderer }, components, options) {
  const { memory } = options;
  const asked = memory?.asked.get(platform) ?? new Set();
  let code;
  let ids;
  // What a package requires of the interface.
  const esmExternals = (id) => id.startsWith(SHARED) && !isCommonJs(id.slice(SHARED.length));
  const assets = new Map();
  const own = { assets, components, minify: false, platform, isRenderer, esmExternals };
  const side = { ...options, ...environmentOf(platform), ...own };
  const bundle = await bundled(
    {
      cache: memory === undefined ? false : (memory.rollup.get(platform) ?? true),
      input: { facts: FACTS, site: SITE },
      plugins: [
        sharedModules(side, asked),
        partModule(isRenderer),
        {
          name: 'bindery-module-ids',
          buildEnd() {
            ids = [...this.getModuleIds()];
          },
        },
        ...plugins(side),
        isRenderer && codeHashes({ ...options, components, found: (hashes) => (code = hashes) }),
      ],
      treeshake: false,
      external: (id) => isRenderer && isOfNode(id),
    },
    options,
  );
  memory?.asked.set(platform, asked);
  memory?.rollup.set(platform, bundle.cache);
  if (memory !== undefined) memory.runs[platform]++;
  for (const [path, bytes] of assets) options.assets.set(path, bytes);
  return { bundle, asked, code, assets, ids };
}

/** The module of all that the interface imports of the site, besides the facts. */
function partModule(isRenderer) {
  const lines = Object.entries(PARTS).map(([id, names]) => `export { ${names.join(', ')} } from '${id}';`);
  if (isRenderer) lines.push("export * from 'virtual:bindery-components';");
  return {
    name: 'bindery-part-module',
    resolveId: (id) => (id === SITE ? `\0${SITE}` : null),
    load: (id) => (id === `\0${SITE}` ? lines.join('\n') : null),
  };
}

/** Before the id of a module of the interface. Rollup may know the module itself, as its plugins look at it. */
const SHARED = 'bindery-interface:';
const LACKING = '\0bindery-lacking:';

/** Leaves the interface's modules to its part; notes in `asked` which they are. */
function sharedModules({ uiDir, repairs }, asked) {
  const fileOf = interfaceModules(uiDir);
  return {
    name: 'bindery-shared-modules',
    async resolveId(id, importer, options) {
      if (options.isEntry || id.startsWith('virtual:')) return null;
      if (id.startsWith(LACKING)) return id;
      // The plugin for CommonJS asks for what it requires by the id that this function gave.
      if (id.startsWith(SHARED)) return { id, external: true };
      // Another plugin looks for the interface's own package.
      if (importer && fileOf(importer) !== null) return null;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      const file = found && !found.external ? fileOf(found.id) : null;
      if (file === null) return found;
      asked.add(file);
      const isComplete = !repairs.lacking.has(file) || importer?.startsWith(LACKING);
      return isComplete ? { id: SHARED + file, external: true } : `${LACKING}${file}`;
    },
    load(id) {
      if (!id.startsWith(LACKING)) return null;
      const file = id.slice(LACKING.length);
      return withLackingExports(file, repairs.lacking.get(file), uiDir);
    },
  };
}

/** One of the interface's modules, with stand-ins for the exports that it lacks. */
function withLackingExports(file, names, uiDir) {
  const from = JSON.stringify(file);
  const own = hasDefault(file) && !names.has('default') ? [`export { default } from ${from};`] : [];
  return [lackingExports(names, true, uiDir), `export * from ${from};`, ...own].join('\n');
}

function hasDefault(file) {
  return /\bexport default\b|\bas default\b|\bdefault as default\b|export \{ default \}/.test(
    readFileSync(file, 'utf8'),
  );
}

async function generate(bundle, { platform, end }, part) {
  const { modules } = part[platform];
  const { output } = await bundle.generate({
    format: 'es',
    entryFileNames: `[name].${end}`,
    chunkFileNames: `[name]-[hash].${end}`,
    hashCharacters: 'base36',
    paths: (id) => (id.startsWith(SHARED) ? pathOf(modules[id.slice(SHARED.length)]) : id),
  });
  return output;
}

/** The path of a file of the interface's part, seen from the site's. */
function pathOf({ file }) {
  return `../${file}`;
}

/** Notes the names that chunks import and the interface's modules do not export. */
function noteLacking(chunks, { modules }, lacking) {
  const byPath = new Map(Object.entries(modules).map(([id, module]) => [pathOf(module), { id, ...module }]));
  for (const { importedBindings = {} } of chunks) {
    for (const [path, names] of Object.entries(importedBindings)) {
      const { id, exports } = byPath.get(path) ?? {};
      for (const name of names)
        if (id && name !== '*' && !exports.includes(name)) lacking.set(id, new Set(lacking.get(id)).add(name));
    }
  }
}

function lackingCount(lacking) {
  return [...lacking.values()].reduce((sum, names) => sum + names.size, 0);
}

/** Writes what renders, and returns the path of its first module and the hash of all. */
async function writeRenderer({ chunks }, { folder, node }, { outDir }) {
  const ssr = join(outDir, 'ssr');
  await rm(ssr, { recursive: true, force: true });
  await mkdir(join(ssr, 'preview'), { recursive: true });
  await linkFiles(join(folder, 'node'), ssr, node.files);
  const hash = createHash('sha256').update(node.hash);
  for (const { fileName, code } of chunks) {
    await writeFile(join(ssr, 'preview', fileName), code);
    hash.update(code);
  }
  const worker = join(ssr, 'worker.mjs');
  // The hash makes it another file after each change of what it imports.
  const name = hash.digest('hex');
  await writeFile(worker, `// ${name}\nimport './${node.entry}';\n`);
  return { worker, hash: name };
}

/** Writes the interface's files for browsers; those of the site are returned with their text. */
async function writeClient(browser, node, { folder, ...part }, { outDir }) {
  const assets = join(outDir, 'client/assets');
  await mkdir(assets, { recursive: true });
  await linkFiles(join(folder, 'browser'), assets, part.browser.files);
  const { code } = node;
  return {
    entry: `assets/${part.browser.entry}`,
    preload: part.browser.preload.map((name) => `assets/${name}`),
    linked: part.browser.files.map((name) => `assets/${name}`),
    files: browser.chunks.map(({ fileName, code: text }) => ({ path: `assets/preview/${fileName}`, bytes: text })),
    code: code && { ...code, shared: `${part.node.hash}-${code.shared}` },
  };
}

/** The same file under another name, or a copy where the file system cannot do that. */
async function linkFiles(from, to, names) {
  await Promise.all(
    names.map((name) => link(join(from, name), join(to, name)).catch(() => copyFile(join(from, name), join(to, name)))),
  );
}
