/** The interface and the site's components as one bundle, for builds: the client, and the scripts that render. */

import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { bundled, errorText, isOfNode } from '../bundled.mjs';
import { breakThrowingModule, markThrowing } from '../inspect/throwingModule.mjs';
import { plugins } from '../plugins.mjs';
import { mergeRepairs } from '../repairs.mjs';
import { isPlain, plainComponents, plainFiles } from './packedInterface.mjs';

if (!isMainThread && workerData?.renderers)
  await bundleRenderers(workerData.renderers).catch((error) => {
    throw new Error(errorText(error));
  });

/**
 * Bundles the client and writes what renders to `outDir/ssr`. Returns the client's files, its entry, and those of its files
 * that sites without components of their own need.
 *
 * Bundling the renderers takes as long as bundling the client, so a second thread does it.
 */
export async function bundleWhole(components, options) {
  const [client] = await Promise.all([bundleClient(components, options), inThread(components, options)]);
  markThrowing(components, options);
  return client;
}

/** Runs `bundleRenderers` beside this; it begins with the repairs that are known by now. */
function inThread(components, { assets, sources, ...options }) {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: { renderers: { components, options } } });
    thread.on('error', reject);
    thread.on('message', (found) => {
      for (const [path, bytes] of found.assets) assets.set(path, bytes);
      mergeRepairs(options.repairs, found.repairs);
      for (const file of found.sources) sources.add(file);
    });
    thread.on('exit', resolve);
  });
}

/** Bundles what renders pages; posts the pictures, the repairs and the sources that it found. */
async function bundleRenderers({ components, options: given }) {
  const options = { ...given, assets: new Map(), sources: new Set() };
  await bundleWorker(components, options);
  const cache = await bundleEngine(components, 'engine', isPlain(components) ? false : undefined, options);
  // Nearly all modules are the same, and rollup takes them from the cache.
  if (cache) await bundleEngine(plainComponents(components), 'plain', cache, options);
  const { assets, repairs, sources } = options;
  parentPort.postMessage({ assets, repairs, sources });
}

async function bundleClient(components, options) {
  const { uiDir } = options;
  const input = {
    input: { entry: join(uiDir, 'src/entry-client.ts') },
    plugins: plugins({ ...options, components, platform: 'browser' }),
    treeshake: { propertyReadSideEffects: false, tryCatchDeoptimization: false },
  };
  const bundle = await bundled(input, options);
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
async function bundleWorker(components, options) {
  const input = {
    input: join(options.uiDir, 'src/entry-server.tsx'),
    plugins: plugins({ ...options, minify: false, components, platform: 'node', isRenderer: true }),
    // Its size is no matter, and half the time goes into shaking.
    treeshake: false,
    external: isOfNode,
  };
  const bundle = await bundled(input, options);
  const file = join(options.outDir, 'ssr/worker.mjs');
  const { output } = await bundle.write({ format: 'es', file, inlineDynamicImports: true });
  await bundle.close();
  // Bundled together, modules can throw that do not when each is tried alone.
  const hasOwn = components.some(({ source, error }) => source === 'site' && !error);
  if (hasOwn && (await breakThrowingModule(file, output, options))) await bundleWorker(components, options);
}

/** The renderer for the JavaScript engine inside the build: a script without imports. Returns rollup's cache, unless `cache` is `false`. */
async function bundleEngine(components, name, cache, options) {
  const input = {
    cache,
    input: join(options.uiDir, 'src/entry-engine.ts'),
    plugins: plugins({ ...options, minify: false, components, platform: 'browser', isRenderer: true }),
    treeshake: false,
  };
  const bundle = await bundled(input, options);
  const file = join(options.outDir, `ssr/${name}.js`);
  await bundle.write({ format: 'iife', file, inlineDynamicImports: true });
  await bundle.close();
  return bundle.cache;
}
