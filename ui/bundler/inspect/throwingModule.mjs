/** Finds the module of a site that throws when the renderer is loaded: it must cost its own place, not the whole site. */

import { spawnSync } from 'node:child_process';
import { basename, relative, sep } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The longest time that loading may take, in milliseconds. */
const DEADLINE = 30_000;

/**
 * Loads the renderer that was written as `file`, with rollup's `chunks`. Marks the module of the site that throws as broken,
 * and says whether it found one; `false` where all modules can be loaded, or where it is not the site's.
 */
export async function breakThrowingModule(file, chunks, { uiDir, repairs }) {
  if (await canBeLoaded(file)) return false;
  // A process, unlike a thread, names the line for all that can be thrown.
  const { status, stderr } = spawnSync(process.execPath, [file], {
    input: '',
    encoding: 'utf8',
    timeout: DEADLINE,
    maxBuffer: 1 << 26,
  });
  if (status === 0 || !stderr) return false;
  const message = /^\w*(?:Error|Exception)\b.*$/m.exec(stderr)?.[0] ?? 'it throws';
  for (const [, name, line] of stderr.matchAll(/([\w.-]+\.mjs):(\d+)/g)) {
    const chunk = chunks.find(({ fileName }) => basename(fileName) === name);
    const path = chunk && moduleAt(chunk, Number(line))?.split('?')[0];
    const isOfSite = path?.startsWith(sep) && !path.startsWith(uiDir + sep);
    if (!isOfSite || repairs.broken.has(path)) continue;
    repairs.broken.set(path, { message: `it throws when it is loaded: ${message}`, isLoaded: true });
    return true;
  }
  return false;
}

/** Gives the components whose files were marked the reason as their error. */
export function markThrowing(components, { tree, repairs }) {
  for (const one of components) {
    const { isLoaded, message } = repairs.broken.get(one.file) ?? {};
    if (isLoaded) one.error ??= { message, file: relative(tree, one.file).split(sep).join('/') };
  }
}

/** Whether a module ends without an error. In a thread that takes half as long as in a process. */
function canBeLoaded(file) {
  return new Promise((resolve) => {
    const thread = new Worker(file, { stdout: true, stderr: true });
    thread.stdout.resume();
    thread.stderr.resume();
    const timer = setTimeout(() => thread.terminate(), DEADLINE);
    let hasFailed = false;
    thread.on('error', () => (hasFailed = true));
    thread.on('exit', (code) => {
      clearTimeout(timer);
      resolve(!hasFailed && code === 0);
    });
  });
}

/** The id of the module that a line of a chunk is of. */
function moduleAt({ code, modules }, line) {
  const offset = code.split('\n', line - 1).join('\n').length + 1;
  let at = 0;
  for (const [id, { code: own }] of Object.entries(modules)) {
    const start = own ? code.indexOf(own, at) : -1;
    if (start < 0) continue;
    at = start + own.length;
    if (offset < at) return offset >= start ? id : undefined;
  }
  return undefined;
}
