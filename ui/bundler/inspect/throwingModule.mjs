/** Finds the module of a site that throws when the renderer is loaded: it must cost its own place, not the whole site. */

import { spawnSync } from 'node:child_process';
import { sep } from 'node:path';

/** The longest time that loading may take, in milliseconds. */
const DEADLINE = 30_000;

/**
 * Loads the renderer that was written as `file`, of which `chunk` is rollup's output. Marks the module of the site that
 * throws as broken, and says whether it found one; `false` where all modules can be loaded, or where it is not the site's.
 */
export function breakThrowingModule(file, chunk, { uiDir, repairs }) {
  const { status, stderr } = spawnSync(process.execPath, [file], {
    input: '',
    encoding: 'utf8',
    timeout: DEADLINE,
    maxBuffer: 1 << 26,
  });
  if (status === 0 || !stderr) return false;
  const message = /^\w*(?:Error|Exception)\b.*$/m.exec(stderr)?.[0] ?? 'it throws';
  const lines = [...stderr.matchAll(/worker\.mjs:(\d+)/g)].map(([, line]) => Number(line));
  for (const line of lines) {
    const path = moduleAt(chunk, line)?.split('?')[0];
    const isOfSite = path?.startsWith(sep) && !path.startsWith(uiDir + sep);
    if (!isOfSite || repairs.broken.has(path)) continue;
    repairs.broken.set(path, { message: `it throws when it is loaded: ${message}`, isLoaded: true });
    return true;
  }
  return false;
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
