/** Interface parts on the disk: each in a separate folder, by the modules that can be imported from it. */

import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleInterface, baseModules } from './interfacePart.mjs';
import { bundleInThread } from './interfaceThread.mjs';

/** The name of the file that describes a part; it is written last. */
const DESCRIPTION = 'part.json';
const PLATFORMS = ['browser', 'node'];

/**
 * The interface's part below `folder` that has all of `modules`, made if it is missing: `{ browser, node }`, of which each is
 * what `bundleInterface` returns, with `folder` and names instead of the files.
 */
export async function interfacePart(folder, modules, { uiDir }) {
  const known = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const part = await readPart(join(folder, name));
    if (part === null) continue;
    if (modules.every((id) => Object.hasOwn(part.node.modules, id))) return part;
    known.push(part);
  }
  const all = new Set([...baseModules(uiDir), ...modules, ...known.flatMap(({ node }) => Object.keys(node.modules))]);
  const options = { uiDir, modules: [...all].sort() };
  const [browser, node] = await Promise.all([
    bundleInterface({ ...options, platform: 'browser' }),
    bundleInThread({ ...options, platform: 'node' }),
  ]);
  return write(folder, { browser, node }, options.modules);
}

/** The part in a folder; `null` if it lacks files, as another process writes it or what cleans caches took some. */
async function readPart(folder) {
  try {
    const part = JSON.parse(await readFile(join(folder, DESCRIPTION), 'utf8'));
    const paths = PLATFORMS.flatMap((platform) => part[platform].files.map((path) => join(folder, platform, path)));
    await Promise.all(paths.map((path) => access(path)));
    return { folder, ...part };
  } catch {
    return null;
  }
}

async function write(folder, part, modules) {
  const name = createHash('sha256').update(modules.join('\n')).digest('hex').slice(0, 16);
  const fresh = join(folder, `${name}.${randomUUID()}`);
  const names = {};
  for (const [platform, { files, ...rest }] of Object.entries(part)) {
    await mkdir(join(fresh, platform), { recursive: true });
    await Promise.all(files.map(({ path, code }) => writeFile(join(fresh, platform, path), code)));
    names[platform] = { ...rest, files: files.map(({ path }) => path) };
  }
  await writeFile(join(fresh, DESCRIPTION), JSON.stringify(names));
  const own = join(folder, name);
  if ((await readPart(own)) === null) await rm(own, { recursive: true, force: true });
  // Another process may have written the same.
  await rename(fresh, own).catch(() => rm(fresh, { recursive: true }));
  return { folder: own, ...names };
}
