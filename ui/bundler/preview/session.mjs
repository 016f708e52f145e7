/**
 * A bundler that stays: makes the bundles of a preview one after the other, and remembers what did not change.
 *
 * Reads a job a line (`buildBundle`), as JSON, and answers each with a line: `{}`, or `{ error }` with the reason. It answers
 * `{ stale: true }` and ends where it would have to forget what it knows, because the site's settings, its packages or the names of its
 * files have changed. It ends as well after a bundle that left it too large: each edit loads modules, which Node never unloads.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { errorText } from '../bundled.mjs';
import { buildBundle } from '../buildBundle.mjs';
import { Memory } from './memory.mjs';

const MAX_BYTES = 700_000_000;

/** Files of the content tree that decide what imports mean. */
const RESOLVING = ['tsconfig.json', 'jsconfig.json', 'package.json', 'node_modules/.package-lock.json'];

// What components print must not garble an answer.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
console.log = console.info = console.debug = console.error;

const memory = new Memory();
let surroundings = null;

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const answer = await run(JSON.parse(line));
  write(`${JSON.stringify(answer)}\n`);
  if (answer.stale || process.memoryUsage().rss > MAX_BYTES) break;
}
process.exit();

async function run(job) {
  try {
    const now = surroundingsOf(job);
    if (surroundings !== null && surroundings !== now) return { stale: true };
    surroundings = now;
    await buildBundle({ ...job, memory });
    return {};
  } catch (error) {
    return { error: errorText(error) };
  }
}

/** A hash of what a job depends on besides the content of files: paths, settings, and which files there are. */
function surroundingsOf({ outDir: _, ...job }) {
  const { tree, siteDir } = job;
  const names = [siteDir, join(tree, 'src')].flatMap(namesBelow);
  const texts = RESOLVING.map((name) => textOf(join(tree, name)));
  return createHash('sha256')
    .update(JSON.stringify([job, names, texts]))
    .digest('hex');
}

function namesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true }).sort();
  } catch {
    return [];
  }
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
