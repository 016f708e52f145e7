/**
 * Bundles the reader's interface: rollup for scripts, esbuild for style sheets.
 *
 * Reads `src/` and the site's own components; writes `client/assets/*`, `ssr/worker.mjs`, `ssr/engine.js` and, last of
 * all, `bundle.json` below BINDERY_OUT. The same input gives the same bytes.
 *
 *   BINDERY_OUT         directory to write (default: `dist`)
 *   BINDERY_COMPONENTS  directory of the site's components (default: `../content/components`; may be missing)
 *   BINDERY_TREE        the content tree, `@site/` (default: the folder that BINDERY_COMPONENTS is in)
 *   BINDERY_MODULES     JSON list of the components that Markdown imports: `@site/src/x.tsx`, `@site/src/x.tsx#Member`
 *   BINDERY_SITE        JSON object of what components may know of the site: `title`, `tagline`, `url`, `baseUrl`, …
 *   BINDERY_DEV         `1`: no minification; `react`: also React's development build, for its warnings
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { rollup } from 'rollup';
import { findComponents } from './bundler/components.mjs';
import { plugins } from './bundler/plugins.mjs';
import { bundleStyles, minifyScript } from './bundler/styles.mjs';

const uiDir = dirname(fileURLToPath(import.meta.url));
const outDir = resolve(process.env.BINDERY_OUT ?? join(uiDir, 'dist'));
const siteDir = resolve(process.env.BINDERY_COMPONENTS ?? join(uiDir, '../content/components'));
const tree = resolve(process.env.BINDERY_TREE ?? dirname(siteDir));
const modules = JSON.parse(process.env.BINDERY_MODULES ?? '[]');
const site = { title: '', tagline: '', url: '', baseUrl: '/', ...JSON.parse(process.env.BINDERY_SITE ?? '{}') };
const dev = process.env.BINDERY_DEV ?? '';
/** Pictures that components import, by the path they are served at. */
const assets = new Map();
const options = {
  uiDir,
  tree,
  site,
  assets,
  minify: dev === '',
  nodeEnv: dev === 'react' ? 'development' : 'production',
};

/** What react-dom/server asks of Node without saying `node:`. */
const NODE_MODULES = new Set(['async_hooks', 'crypto', 'stream', 'util']);

await (isMainThread ? main() : bundleRenderers(workerData)).catch((error) => {
  // Where it happened and what, without the internals that follow.
  const text = error.frame ? `${error.message}\n${error.frame}` : error.message;
  if (!isMainThread) throw new Error(text);
  console.error(text);
  process.exitCode = 1;
});

async function main() {
  await Promise.all(
    ['client', 'ssr', 'bundle.json'].map((name) => rm(join(outDir, name), { recursive: true, force: true })),
  );
  const components = await findComponents({
    builtin: join(uiDir, 'src/content'),
    siteDir,
    tree,
    modules,
    site,
    uiDir,
    outDir,
  });
  // Bundling the renderers takes as long as bundling the client, so a second thread does it.
  const [styles, client] = await Promise.all([buildStyles(components), bundleClient(components), inThread(components)]);
  const pictures = [...assets].map(([path, bytes]) => ({ path, bytes }));
  const files = [...client.files, ...styles.files, ...pictures];
  await writeAssets(files);
  await writeJson('bundle.json', {
    version: 2,
    entry: client.entry,
    preload: client.preload,
    engine: 'ssr/engine.js',
    styles: styles.shell,
    bothStyles: styles.both,
    fonts: styles.fonts,
    components: Object.fromEntries(
      components.map(({ name, source, file, reason, error }) => [
        name,
        {
          styles: styles.components[name] ?? [],
          source,
          ...(source === 'site' && { file: relative(tree, file).split(sep).join('/') }),
          reason,
          error,
        },
      ]),
    ),
    inlineHeadScript: await inlineScript('head.js'),
    inlineBaseScript: await inlineScript('base.js'),
    files: files.map(({ path }) => path).sort(),
  });
}

/** Runs `bundleRenderers` beside this. */
function inThread(components) {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: components });
    thread.on('error', reject);
    thread.on('message', (found) => {
      for (const [path, bytes] of found) assets.set(path, bytes);
    });
    thread.on('exit', resolve);
  });
}

/** Bundles what renders pages; posts the pictures that it found. */
async function bundleRenderers(components) {
  await bundleWorker(components);
  await bundleEngine(components);
  parentPort.postMessage(assets);
}

async function bundleClient(components) {
  const bundle = await rollup({
    cache: false,
    input: { entry: join(uiDir, 'src/entry-client.ts') },
    plugins: plugins({ ...options, components, platform: 'browser' }),
    treeshake: { propertyReadSideEffects: false, tryCatchDeoptimization: false },
    onwarn: refuse,
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
    files: output.map((chunk) => ({ path: chunk.fileName, bytes: chunk.type === 'chunk' ? chunk.code : chunk.source })),
  };
}

/** The worker is read by Node alone: it is one file, and its names stay readable in stack traces. */
async function bundleWorker(components) {
  const bundle = await rollup({
    cache: false,
    input: join(uiDir, 'src/entry-server.tsx'),
    plugins: plugins({ ...options, minify: false, components, platform: 'node' }),
    // Its size is no matter, and half the time goes into shaking.
    treeshake: false,
    external: (id) => id.startsWith('node:') || NODE_MODULES.has(id),
    onwarn: refuse,
  });
  await bundle.write({ format: 'es', file: join(outDir, 'ssr/worker.mjs'), inlineDynamicImports: true });
  await bundle.close();
}

/** The same for the JavaScript engine inside the build: a script without imports. */
async function bundleEngine(components) {
  const bundle = await rollup({
    cache: false,
    input: join(uiDir, 'src/entry-engine.ts'),
    plugins: plugins({ ...options, minify: false, components, platform: 'browser' }),
    treeshake: false,
    onwarn: refuse,
  });
  await bundle.write({ format: 'iife', file: join(outDir, 'ssr/engine.js'), inlineDynamicImports: true });
  await bundle.close();
}

function buildStyles(components) {
  return bundleStyles({ uiDir, tree, components, minify: options.minify });
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

/** A warning is a mistake of ours: unresolved imports, missing exports. Libraries' directives are no concern. */
function refuse(warning) {
  if (warning.code === 'MODULE_LEVEL_DIRECTIVE') return;
  throw new Error(warning.message);
}
