/** A thread of the worker: compiles and runs one document after the other. */

import { parentPort, workerData } from 'node:worker_threads';
import { compileDocument } from './compile.mjs';
import { Evaluator } from './evaluate.mjs';

/** Serves the tasks of the worker. `plugins` gives the plugins of a document by the name of their list. */
export function serve(plugins = () => ({})) {
  const { options } = workerData;
  let evaluator;
  parentPort.on('message', async ({ kind, document, compiled, modules }) => {
    if (kind === 'modules') {
      evaluator = new Evaluator({ ...options, modules });
      return;
    }
    try {
      const result =
        kind === 'compile'
          ? await compileDocument(document.text, { ...options, ...document, plugins: plugins(document.plugins) })
          : { nodes: await evaluator.run(document, compiled), reads: [...evaluator.reads] };
      parentPort.postMessage({ result: JSON.stringify(result) });
    } catch (error) {
      parentPort.postMessage({
        error: { ...describe(error, document), isSyntax: kind === 'compile' && isSyntax(error) },
      });
    }
  });
  parentPort.postMessage({ ready: true });
}

/** An error with its place, `file:line:column`. */
function describe(error, { file }) {
  const { line, column } = error?.place?.start ?? error?.place ?? error ?? {};
  const message = String(error?.reason ?? error?.message ?? error).split('\n')[0];
  const known = error?.binderyPlace ?? (Number.isInteger(line) ? `${file}:${line}:${column ?? 1}` : `${file}`);
  return { message, place: known, plugin: error?.binderyPlugin };
}

/** Whether the text is no MDX. */
function isSyntax(error) {
  return error?.reason !== undefined && /^(?:micromark|mdast-util|hast-util)/.test(error.source ?? '');
}

if (!workerData.hasPlugins) serve();
