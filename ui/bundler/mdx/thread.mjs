/** A thread of the worker: compiles and runs one document after the other. */

import { parentPort, workerData } from 'node:worker_threads';
import { compileDocument } from './compile.mjs';
import { Evaluator } from './evaluate.mjs';

/** How many plugins may fail on one document. */
const MAX_FAILURES = 10;

/**
 * Serves the tasks of the worker. `plugins` gives the Markdown plugins of a content plugin by its name, `dependencies` what
 * they have read so far.
 */
export function serve(plugins = () => ({}), dependencies = () => []) {
  const { options } = workerData;
  let evaluator;
  parentPort.on('message', async ({ kind, document, compiled, modules, left }) => {
    if (kind === 'modules') {
      evaluator = new Evaluator({ ...options, modules });
      return;
    }
    try {
      const result =
        kind === 'compile'
          ? await compile(document, withoutNamed(plugins(document.plugins), left), dependencies, left)
          : {
              nodes: await evaluator.run(document, compiled),
              reads: [...evaluator.reads],
              missing: [...evaluator.missing],
            };
      parentPort.postMessage({ result: JSON.stringify(result) });
    } catch (error) {
      parentPort.postMessage({
        error: { ...describe(error, document), isSyntax: kind === 'compile' && isSyntax(error) },
      });
    }
  });
  parentPort.postMessage({ ready: true });
}

/** Compiles a document; a plugin that fails on it is left out, and named in `failures`. */
async function compile(document, plugins, dependencies, left = []) {
  const { options } = workerData;
  const message = 'it does not end';
  const failures = left.map((plugin) => ({ plugin, message, place: `${document.file}`, isHung: true }));
  const failed = new Set(missing.keys());
  for (;;) {
    try {
      const compiled = await compileDocument(document.text, {
        ...options,
        ...document,
        plugins: without(plugins, failed),
      });
      const reads = document.plugins === undefined ? [] : dependencies();
      return { ...compiled, reads, failures: [...failures, ...missing.values()] };
    } catch (error) {
      const plugin = error?.binderyPlugin;
      if (plugin === undefined || failed.has(plugin.attach) || failures.length > MAX_FAILURES) throw error;
      failed.add(plugin.attach);
      const failure = { ...describe(error, document), plugin: plugin.name, missing: error.binderyMissing };
      if (failure.missing) missing.set(plugin.attach, failure);
      else failures.push(failure);
    }
  }
}

/** The plugins that need a package which is not installed, with the failure. */
const missing = new Map();

function without(lists, failed) {
  const isLeft = (plugin) => !failed.has(Array.isArray(plugin) ? plugin[0] : plugin);
  return Object.fromEntries(Object.entries(lists ?? {}).map(([name, list]) => [name, list.filter(isLeft)]));
}

/** Lists without the plugins of these names, which did not end. */
function withoutNamed(lists, names = []) {
  const isLeft = (plugin) => !names.includes((Array.isArray(plugin) ? plugin[0] : plugin)?.binderyName);
  return Object.fromEntries(Object.entries(lists ?? {}).map(([name, list]) => [name, list.filter(isLeft)]));
}

/** An error with its place, `file:line:column`. */
function describe(error, { file }) {
  const { line, column } = error?.place?.start ?? error?.place ?? error ?? {};
  const message = String(error?.reason ?? error?.message ?? error).split('\n')[0];
  const known = error?.binderyPlace ?? (Number.isInteger(line) ? `${file}:${line}:${column ?? 1}` : `${file}`);
  return { message, place: known, unordered: error?.binderyUnordered };
}

/** Whether the text is no MDX. */
function isSyntax(error) {
  return error?.reason !== undefined && /^(?:micromark|mdast-util|hast-util)/.test(error.source ?? '');
}

if (!workerData.hasPlugins) serve();
