/**
 * Renders the documents that the Markdown parser in Rust cannot read; run by `compiler/src/driver/mdx/worker.rs`.
 *
 * In: the JSON file that the argument names: `documents` with their texts, and what they share. Out: the file `out`, for
 * each document `{nodes}` or `{error}`, the `files` that places name by their numbers, and its `dependencies`. Threads
 * share the work, and each document has a deadline.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, extname, join, relative, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { blankFrontMatter, kindOf } from '../modules.mjs';
import { noRepairs, problemsOf } from '../repairs.mjs';
import { CONTEXT, moduleId, resolveFor, treePath } from './evaluate.mjs';
import { bundleValues, bundleWhole } from './values.mjs';

process.env.NODE_ENV = 'production';
const job = JSON.parse(readFileSync(process.argv.at(-1), 'utf8'));
const { uiDir, tree, site, documents, data, aliases, admonitions, hasMath, registered, deadline, plugins } = job;
/** The texts of all Markdown files, where a function of the configuration changes them. */
const { texts = {} } = job;
/** The names of the Markdown plugins; a thread says by its number, from 1, which of them runs. */
const pluginNames = plugins ? readPluginNames(plugins.request) : [];
/** The megabytes of a thread. A document that takes more fails alone. */
const { memory = 1024 } = job;
const resourceLimits = { maxOldGenerationSizeMb: memory };
/** How often a plugin did not end. */
const hung = new Map();
/** After so many of its deadlines no further document waits for a plugin. */
const MAX_HUNG = 2;
/** The folders of documents outside of the tree. */
const outer = documents
  .flatMap(({ path }) => /^(?:\.\.\/)+[^/]+(?=\/)/.exec(path) ?? [])
  .map((path) => join(tree, path));
const options = { uiDir, tree, outer: [...new Set(outer)], data, aliases, admonitions, hasMath, registered };
const building = { ...options, outDir: job.workDir, site: { ...site, texts }, repairs: noRepairs(), assets: new Map() };
/** The files in places, by their numbers. */
const files = documents.map(({ path }) => path);
const partials = new Map();
let modules = new Map();

const threads = Array.from({ length: Math.max(1, Math.min(availableParallelism(), 4, documents.length)) }, () => ({}));

const compiled = await all(documents.map((document, file) => ({ kind: 'compile', document: { ...document, file } })));
for (let level = compiled; level.length > 0; ) level = await compilePartials(level);
const wanted = valuesOf([...compiled, ...partials.values()]);
const context = { id: CONTEXT, file: join(uiDir, 'src/docusaurus/client/context.ts') };
modules = await bundleValues(wanted.length === 0 ? [] : [...wanted, context], building);
sendModules();
const runs = documents.map((document, file) => {
  const own = compiled[file];
  if (own.error) return null;
  return {
    kind: 'run',
    compiled: { ...own, number: file },
    document: { ...document, file, partials: partialsOf(own, document.path) },
  };
});
const results = await all(runs);
while (await bundleUnordered()) await runUnordered();
writeFileSync(job.out, JSON.stringify({ documents: documents.map((_, file) => answerOf(file)) }));
process.exit(0);

function sendModules() {
  for (const { thread } of threads) thread?.postMessage({ kind: 'modules', modules });
}

/** Bundles the modules again that documents could not load because of their order; false without such documents. */
async function bundleUnordered() {
  const ids = new Set(results.flatMap((one) => one?.error?.unordered ?? []));
  for (const id of ids) {
    const module = wanted.find((one) => one.id === id);
    const whole = await bundleWhole(module, wanted.indexOf(module), context.file, building).catch(() => null);
    modules.set(id, whole ?? { ...modules.get(id), isWhole: true });
  }
  if (ids.size > 0) sendModules();
  return ids.size > 0;
}

async function runUnordered() {
  const again = await all(runs.map((run, at) => (results[at]?.error?.unordered ? run : null)));
  for (const [at, one] of again.entries()) if (one !== undefined) results[at] = one;
}

/** Runs tasks, one at a time in each thread. */
async function all(tasks) {
  const results = new Array(tasks.length);
  let next = 0;
  await Promise.all(
    threads.map(async (slot) => {
      while (next < tasks.length) {
        const at = next++;
        if (tasks[at] === null) continue;
        const { path, plugins } = tasks[at].document;
        results[at] = { path, plugins, ...(await withoutHung(slot, tasks[at])) };
      }
    }),
  );
  return results;
}

/** The answer to a task. A plugin that does not end on its document is left out, and after a few deadlines from all. */
async function withoutHung(slot, task) {
  const left = new Set();
  for (;;) {
    for (const [name, count] of hung) if (count >= MAX_HUNG) left.add(name);
    const answer = await inThread(slot, { ...task, left: [...left] });
    if (answer.hung === undefined) return answer;
    hung.set(answer.hung, (hung.get(answer.hung) ?? 0) + 1);
    left.add(answer.hung);
  }
}

async function inThread(slot, task) {
  slot.present ??= new Int32Array(new SharedArrayBuffer(16));
  slot.thread ??= await start(slot);
  const { thread } = slot;
  slot.file = task.document.file;
  writePresent();
  return new Promise((resolve) => {
    const done = (answer) => {
      slot.file = undefined;
      clearTimeout(timer);
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
      resolve(answer);
    };
    const fail = (message) => {
      slot.thread = undefined;
      thread.terminate();
      // Where the document was; the file's number is that of the document itself or of one of its partials.
      const place =
        slot.present[1] > 0 && task.kind === 'run' ? [...slot.present.slice(0, 3)].join(':') : `${task.document.file}`;
      done({ error: { message, place } });
    };
    const { performance } = thread;
    const begun = { cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() };
    const expire = () => {
      if (isStarved(performance.eventLoopUtilization(begun.loop), process.cpuUsage(begun.cpu))) {
        timer = setTimeout(expire, deadline);
        return;
      }
      const plugin = task.kind === 'compile' ? pluginNames[slot.present[3] - 1] : undefined;
      slot.present[3] = 0;
      if (plugin === undefined) return fail(`it did not end within ${deadline / 1000} s`);
      slot.thread = undefined;
      thread.terminate();
      done({ hung: plugin });
    };
    let timer = setTimeout(expire, deadline);
    thread.once('message', ({ result, error }) => done(error ? { error } : JSON.parse(result)));
    thread.once('error', ({ code, message }) =>
      fail(code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it needs more than ${memory} MB of memory` : message),
    );
    thread.once('exit', () => fail('it ends the process that renders it'));
    thread.postMessage(task);
  });
}

/**
 * Whether a thread that works all the time had too little of the processors for its deadline, because other programs use
 * them: it has half of the deadline for itself. One that waits for something has none of this excuse.
 */
function isStarved({ utilization }, { user, system }) {
  const used = (user + system) / 1000 / threads.length;
  return utilization > 0.5 && used < deadline / 2;
}

/** Writes which documents are present, for the case that one of them ends this process. */
function writePresent() {
  writeFileSync(job.present, JSON.stringify(threads.flatMap(({ file }) => file ?? [])));
}

/** The names of the plugins in a request, each once, in the order of `plugins.mjs`. */
function readPluginNames(request) {
  const { lists } = JSON.parse(readFileSync(request, 'utf8')).plugins;
  const all = Object.values(lists).flatMap((own) => Object.values(own).flat());
  return [...new Set(all.map(({ name }) => name))];
}

function start({ present }) {
  const own = new URL('thread.mjs', import.meta.url);
  const thread = plugins
    ? new Worker(plugins.script, {
        workerData: { options, present, hasPlugins: true },
        argv: [plugins.request],
        resourceLimits,
      })
    : new Worker(own, { workerData: { options, present }, resourceLimits });
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the configuration ends the thread that runs its Markdown plugins')));
    thread.once('message', () => {
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
      thread.postMessage({ kind: 'modules', modules });
      resolve(thread);
    });
  });
}

/** Compiles the partials that documents import; gives those that were not known before. */
async function compilePartials(level) {
  const found = new Map();
  for (const { path, plugins, imports = [] } of level)
    for (const one of textImports(imports, path)) {
      const key = partialKey(one, plugins);
      if (!partials.has(key)) found.set(key, { path: one, plugins });
    }
  const keys = [...found.keys()].sort();
  const tasks = keys.map((key) => {
    const { path, plugins } = found.get(key);
    const text = blankFrontMatter(texts[path] ?? readFileSync(join(tree, path), 'utf8'));
    return { kind: 'compile', document: { path, plugins, text, file: files.push(path) - 1 } };
  });
  const results = await all(tasks);
  for (const [at, key] of keys.entries()) partials.set(key, { ...results[at], number: tasks[at].document.file });
  return results;
}

/** The Markdown files among the imports of a file. */
function textImports(imports, from) {
  return imports.flatMap((path) => {
    const file = resolveFor(path, join(tree, from), building)?.file;
    const own = treePath(file, building);
    return own !== null && kindOf(file) === 'text' ? [own] : [];
  });
}

/** A partial is compiled with the plugins of the documents that import it. */
function partialKey(path, plugins = '') {
  return `${path}\n${plugins}`;
}

/** All partials of a document, by their paths. */
function partialsOf(own, path, found = {}) {
  for (const one of textImports(own.imports ?? [], path)) {
    if (found[one]) continue;
    found[one] = partials.get(partialKey(one, own.plugins));
    partialsOf(found[one], one, found);
  }
  return found;
}

/** What became of a document. Its answer does not depend on the others: its own file is the first of `files`. */
function answerOf(file) {
  const own = compiled[file];
  const { nodes, error, reads = [] } = own.error ? own : results[file];
  const inner = Object.entries(own.error ? {} : partialsOf(own, own.path));
  const numbers = new Map([[file, 0], ...inner.map(([, { number }], at) => [number, at + 1])]);
  const place = (written) => written?.replace(/^\d+/, (number) => numbers.get(Number(number)) ?? 0);
  const answer = { files: [own.path, ...inner.map(([path]) => path)] };
  if (error) return { ...answer, error: { ...error, place: place(error.place) } };
  const renumber = (node) => {
    if (typeof node === 'string') return;
    if (node.at !== undefined) node.at = place(node.at);
    node.children?.forEach(renumber);
  };
  nodes.forEach(renumber);
  const texts = [own, ...inner.map(([, one]) => one)];
  const failures = texts.flatMap((one) =>
    (one.failures ?? []).map((failure) => ({ ...failure, place: place(failure.place) })),
  );
  // As other failures, those of plugins are not cached.
  const dependencies = failures.length > 0 ? null : dependenciesOf(texts, reads);
  return { ...answer, nodes, failures, missing: missingOf(results[file], place), dependencies };
}

/** The missing modules of which a document uses values, as problems; a package once. */
function missingOf({ missing = [] }, place) {
  const problems = new Map();
  for (const [id, written] of missing) {
    const repairs = { ...noRepairs(), missing: new Map([[id, {}]]) };
    const [{ message, help }] = problemsOf({ repairs, tree, components: [] });
    const problem = {
      message,
      help: help.replace(/until then .*/, 'until then its values are empty'),
      place: place(written),
    };
    if (!problems.has(message)) problems.set(message, problem);
  }
  return [...problems.values()];
}

/**
 * The files and folders that decide what a document and its partials become, relative to the tree where they are in it;
 * null where they are not all known.
 */
function dependenciesOf(texts, reads) {
  const found = new Set([...reads, ...['tsconfig.json', 'jsconfig.json'].map((name) => join(tree, name))]);
  for (const { path: from, imports, values, inProperties } of texts) {
    const used = [...values, ...inProperties];
    found.add(join(tree, from));
    for (const path of imports) {
      const resolved = resolveFor(path, join(tree, from), building);
      const module = modules.get(moduleId(resolved, path, from));
      if (module !== undefined && !module.files) return null;
      for (const file of module?.files ?? []) found.add(file);
      // A component that is only a tag stays a name.
      const isName = resolved?.file && kindOf(resolved.file) === 'script' && !resolved.raw && !used.includes(path);
      if (!isName) for (const file of importedFiles(path, from, resolved?.file)) found.add(file);
    }
  }
  const isPackage = (file) => file.includes(`${sep}node_modules${sep}`);
  const files = [...found].filter((file) => !isPackage(file));
  if (files.length < found.size) files.push(join(tree, 'node_modules/.package-lock.json'));
  for (const { reads: ofPlugins } of texts) files.push(...ofPlugins);
  return [...new Set(files.map((file) => (file.startsWith(tree + sep) ? relative(tree, file) : file)))].sort();
}

/** The file of an import, and the folder whose names decide which file it is. */
function importedFiles(path, from, file) {
  if (file) return extname(path) === extname(file) ? [file] : [file, dirname(file)];
  const written = path.startsWith('@site/') ? join(tree, path.slice('@site/'.length)) : join(tree, from, '..', path);
  return /^(?:\.|@site\/)/.test(path) ? [dirname(written)] : [];
}

/** The modules whose values are used. */
function valuesOf(list) {
  const found = new Map();
  for (const { path: from, values = [], inProperties = [] } of list) {
    for (const path of [...values, ...inProperties]) {
      if (path === 'react' || path === '@docusaurus/useBaseUrl' || path.endsWith('/')) continue;
      const resolved = resolveFor(path, join(tree, from), building);
      const id = moduleId(resolved, path, from);
      const kind = resolved?.file ? kindOf(resolved.file) : 'script';
      const isRead = kind === 'data' && (resolved.file.endsWith('.json') || relative(tree, resolved.file) in data);
      if (found.has(id) || !/script|css-module|data/.test(kind) || isRead) continue;
      found.set(id, { id, file: resolved?.file ?? path, member: resolved?.member });
    }
  }
  return [...found.values()];
}
