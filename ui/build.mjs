/**
 * Bundles the reader's interface: rollup for scripts, esbuild for style sheets.
 *
 * Reads `src/` and the site's own components; writes `client/assets/*`, `ssr/worker.mjs`, `ssr/engine.js` and, last of
 * all, `bundle.json` below BINDERY_OUT. The same input gives the same bytes. `plain.json` describes the part of the bundle
 * that sites without components of their own need: executables carry it (`bundler/packedInterface.mjs`).
 *
 *   BINDERY_OUT         directory to write (default: `dist`)
 *   BINDERY_COMPONENTS  directory of the site's components (default: `../content/components`; may be missing)
 *   BINDERY_TREE        the content tree, `@site/` (default: the folder that BINDERY_COMPONENTS is in)
 *   BINDERY_INPUT       a JSON file. `modules`: the components that Markdown imports, `@site/src/x.tsx`,
 *                       `@site/src/x.tsx#Member`; `site`: what components may know of the site, `title`, `tagline`, `url`,
 *                       `baseUrl`, …, `customCss`, the site's global style sheets, and `imported`, whether it is a
 *                       Docusaurus site
 *   BINDERY_DEV         `1`: no minification; `react`: also React's development build, for its warnings; `preview`: no
 *                       minification, and only what `bindery dev` needs: no tree-shaking, no `plain.json`, no `ssr/engine.js`
 */

import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { rollup } from 'rollup';
import { codeHashes } from './bundler/inspect/codeHashes.mjs';
import { findComponents } from './bundler/components.mjs';
import { isPlain, plainComponents, plainFiles } from './bundler/packedInterface.mjs';
import { plugins } from './bundler/plugins.mjs';
import { breakFileOf, mergeRepairs, noRepairs, problemsOf, repeated } from './bundler/repairs.mjs';
import { bundleStyles, minifyScript } from './bundler/styles/sheets.mjs';

const uiDir = dirname(fileURLToPath(import.meta.url));
const outDir = resolve(process.env.BINDERY_OUT ?? join(uiDir, 'dist'));
const siteDir = resolve(process.env.BINDERY_COMPONENTS ?? join(uiDir, '../content/components'));
const tree = resolve(process.env.BINDERY_TREE ?? dirname(siteDir));
const input = process.env.BINDERY_INPUT ? readFileSync(process.env.BINDERY_INPUT, 'utf8') : '{}';
const { modules = [], site: given = {} } = JSON.parse(input);
const { customCss = [], ...facts } = given;
const site = { title: '', tagline: '', url: '', baseUrl: '/', ...facts };
const dev = process.env.BINDERY_DEV ?? '';
const isPreview = dev === 'preview';
/** Pictures that components import, by the path they are served at. */
const assets = new Map();
/** Files of the tree that the bundle is made of. */
const sources = new Set();
/** What cannot be bundled and is replaced; the second thread begins with what the first knows. */
const repairs = isMainThread ? noRepairs() : workerData.repairs;
const options = {
  uiDir,
  tree,
  modules,
  site,
  assets,
  repairs,
  /** The site's global style sheets. */
  customCss: customCss.map((path) => resolve(tree, path.replace(/^@site\//, ''))).filter((path) => existsSync(path)),
  minify: dev === '',
  isDev: dev !== '',
  nodeEnv: dev === 'react' ? 'development' : 'production',
};

/** What react-dom/server asks of Node without saying `node:`. */
const NODE_MODULES = new Set(['async_hooks', 'crypto', 'stream', 'util']);

await (isMainThread ? main() : bundleRenderers(workerData.components)).catch((error) => {
  // Where it happened and what, without the internals that follow.
  const text = error.frame ? `${error.message}\n${error.frame}` : error.message;
  if (!isMainThread) throw new Error(text);
  console.error(text);
  process.exitCode = 1;
});

async function main() {
  await Promise.all(
    ['client', 'ssr', 'plain.json', 'bundle.json'].map((name) =>
      rm(join(outDir, name), { recursive: true, force: true }),
    ),
  );
  const components = await findComponents({
    builtin: join(uiDir, 'src/content'),
    siteDir,
    outDir,
    ...options,
  });
  // Bundling the renderers takes as long as bundling the client, so a second thread does it.
  const [styles, client, code] = await Promise.all([
    buildStyles(components),
    bundleClient(components),
    inThread(components),
  ]);
  const pictures = [...assets].map(([path, bytes]) => ({ path, bytes }));
  const files = [...client.files, ...styles.files, ...pictures];
  await writeAssets([...files, ...styles.plain.files]);
  const common = {
    version: 2,
    entry: client.entry,
    preload: client.preload,
    inlineHeadScript: await inlineScript('head.js'),
    inlineBaseScript: await inlineScript('base.js'),
  };
  if (!isPreview)
    await writeJson('plain.json', {
      ...common,
      engine: isPlain(components) ? 'ssr/engine.js' : 'ssr/plain.js',
      styles: styles.plain.shell,
      fonts: styles.plain.fonts,
      components: described(plainComponents(components), {}),
      files: [...client.plain, ...styles.plain.files.map(({ path }) => path)].sort(),
    });
  await writeJson('bundle.json', {
    ...common,
    ...(!isPreview && { engine: 'ssr/engine.js' }),
    styles: styles.shell,
    combinedStyles: styles.both,
    fonts: styles.fonts,
    components: described(components, styles.components),
    problems: problemsOf({ repairs, tree, components }),
    code,
    files: files.map(({ path }) => path).sort(),
    sources: [...sources].map((path) => relative(tree, path).split(sep).join('/')).sort(),
  });
}

/** What the compiler must know of each component. */
function described(components, styles) {
  return Object.fromEntries(
    components.map(({ name, source, file, reason, asksPage, error }) => [
      name,
      {
        styles: styles[name] ?? [],
        source,
        ...(source === 'site' && { file: relative(tree, file).split(sep).join('/') }),
        reason,
        asksPage,
        error,
      },
    ]),
  );
}

/** Runs `bundleRenderers` beside this; gives the hashes of their code. */
function inThread(components) {
  return new Promise((resolve, reject) => {
    let code;
    const thread = new Worker(new URL(import.meta.url), { workerData: { components, repairs } });
    thread.on('error', reject);
    thread.on('message', (found) => {
      for (const [path, bytes] of found.assets) assets.set(path, bytes);
      mergeRepairs(repairs, found.repairs);
      for (const file of found.sources) sources.add(file);
      code = found.code;
    });
    thread.on('exit', () => resolve(code));
  });
}

/** Bundles what renders pages; posts the pictures, the repairs, the sources and the hashes of the code that it found. */
async function bundleRenderers(components) {
  const code = await bundleWorker(components);
  if (!isPreview) {
    const cache = await bundleEngine(components, 'engine', isPlain(components) ? false : undefined);
    // Nearly all modules are the same, and rollup takes them from the cache.
    if (cache) await bundleEngine(plainComponents(components), 'plain', cache);
  }
  parentPort.postMessage({ assets, repairs, sources, code });
}

/** Rollup over the interface and the site's components; a file of the site that it cannot read is replaced. */
async function bundled(input) {
  const bundle = await repeated(
    () => rollup({ cache: false, shimMissingExports: true, onwarn: refuse, ...input }),
    (error) => breakFileOf(error, options),
  );
  for (const id of bundle.watchFiles) noteSource(id);
  return bundle;
}

/** Of Markdown only the code counts, unless it is imported as a whole: an edit of its text bundles nothing. */
function noteSource(id) {
  const [file, query] = id.split('?');
  const isOwn = file.startsWith(tree + sep) && !file.startsWith(uiDir + sep) && !file.includes('node_modules');
  if (isOwn && (query === 'mdx' || !/\.mdx?$/.test(file)) && existsSync(file)) sources.add(file);
}

async function bundleClient(components) {
  const bundle = await bundled({
    input: { entry: join(uiDir, 'src/entry-client.ts') },
    plugins: plugins({ ...options, components, platform: 'browser' }),
    treeshake: isPreview ? false : { propertyReadSideEffects: false, tryCatchDeoptimization: false },
  });
  const { output } = await bundle.generate({
    format: 'es',
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
    hashCharacters: 'base36',
  });
  await bundle.close();
  const entry = output.find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
  return {
    entry: entry.fileName,
    preload: entry.imports,
    plain: plainFiles(output, entry, { uiDir, components }),
    files: output.map((chunk) => ({ path: chunk.fileName, bytes: chunk.type === 'chunk' ? chunk.code : chunk.source })),
  };
}

/** The worker is read by Node alone: it is one file, and its names stay readable in stack traces. */
async function bundleWorker(components) {
  let code;
  const found = (hashes) => (code = hashes);
  const bundle = await bundled({
    input: join(uiDir, 'src/entry-server.tsx'),
    plugins: [
      ...plugins({ ...options, minify: false, components, platform: 'node', isRenderer: true }),
      isPreview && codeHashes({ uiDir, components, found }),
    ],
    // Its size is no matter, and half the time goes into shaking.
    treeshake: false,
    external: (id) => id.startsWith('node:') || NODE_MODULES.has(id),
  });
  await bundle.write({ format: 'es', file: join(outDir, 'ssr/worker.mjs'), inlineDynamicImports: true });
  await bundle.close();
  return code;
}

/** The renderer for the JavaScript engine inside the build: a script without imports. Returns rollup's cache, unless `cache` is `false`. */
async function bundleEngine(components, name, cache) {
  const bundle = await bundled({
    cache,
    input: join(uiDir, 'src/entry-engine.ts'),
    plugins: plugins({ ...options, minify: false, components, platform: 'browser', isRenderer: true }),
    treeshake: false,
  });
  await bundle.write({ format: 'iife', file: join(outDir, `ssr/${name}.js`), inlineDynamicImports: true });
  await bundle.close();
  return bundle.cache;
}

function buildStyles(components) {
  return bundleStyles({ ...options, components });
}

async function inlineScript(name) {
  return minifyScript(await readFile(join(uiDir, 'src/inline', name), 'utf8'));
}

async function writeAssets(files) {
  await mkdir(join(outDir, 'client/assets'), { recursive: true });
  await Promise.all(files.map(({ path, bytes }) => writeFile(join(outDir, 'client', path), bytes)));
}

async function writeJson(name, value) {
  await writeFile(join(outDir, name), `${JSON.stringify(value, null, 1)}\n`);
}

/**
 * A warning about our sources is a mistake of ours: unresolved imports, missing exports. Libraries' directives are no
 * concern, and a site's own sources bundle with webpack as they are, so that what they do is no failure either.
 */
function refuse(warning) {
  if (warning.code === 'MODULE_LEVEL_DIRECTIVE') return;
  const { id, ids = [], exporter, loc, message } = warning;
  const named = [id, ...ids, exporter, loc?.file].filter(Boolean);
  const ours = join(uiDir, 'src') + sep;
  if (named.length === 0 || named.every((one) => resolve(one).startsWith(ours))) throw new Error(message);
}
