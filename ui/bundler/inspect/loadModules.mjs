/**
 * Loads modules in another thread. One that never ends, asks for all memory or ends its process then costs only
 * itself, and what a module leaves behind (timers, globals, the code) is gone with the thread.
 */

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * The processor time, in milliseconds, that a module may take to load: busy machines do not shorten it. After the first that
 * takes longer the others have less, as they may import the same.
 */
const MAX_CPU = { first: 5_000, later: 1_000 };
/** The longest time that one may take. */
const MAX_TIME = 60_000;
/** How often these are compared. */
const INTERVAL = 200;
/** The most memory of all modules together, in MB. */
const MAX_MEMORY = 1500;

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
/** The exit code of a thread that waits for what never happens. */
const UNSETTLED = 13;

const ENDLESS = 'loading it does not end';
const LARGE = `loading it needs more than ${MAX_MEMORY} MB`;
const thrown = (message) => `it throws when it is loaded: ${message}`;

if (!isMainThread && workerData?.loadedModules) await loadAll(workerData.loadedModules);

/** For each URL of `urls` the reason why the module cannot be used: `undefined` for one with a component as its default export. */
export async function loadModules(urls, maxCpu = MAX_CPU) {
  const errors = [];
  while (errors.length < urls.length) {
    const limit = errors.includes(ENDLESS) ? maxCpu.later : maxCpu.first;
    const reason = await loadInThread(urls.slice(errors.length), limit, (error) => errors.push(error));
    if (errors.length < urls.length) errors.push(reason);
  }
  return errors;
}

/** Loads the modules in order and passes each result to `found`. Resolves, once the thread has ended, to the reason. */
function loadInThread(urls, maxCpu, found) {
  return new Promise((resolve) => {
    const thread = new Worker(new URL(import.meta.url), {
      workerData: { loadedModules: urls },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY },
      stdout: true,
      stderr: true,
    });
    thread.stdout.resume();
    thread.stderr.resume();
    let begun = start();
    let reason = null;
    const end = (why) => {
      reason ??= why;
      void thread.terminate();
    };
    const timer = setInterval(() => {
      if (isOver(begun, maxCpu)) end(ENDLESS);
    }, INTERVAL);
    thread.on('message', ({ error, isLast }) => {
      begun = start();
      found(error);
      if (isLast) end();
    });
    thread.on('error', ({ code, message }) => end(code === OUT_OF_MEMORY ? LARGE : thrown(message)));
    thread.on('exit', (code) => {
      clearInterval(timer);
      resolve(reason ?? (code === UNSETTLED ? ENDLESS : 'it ends the process when it is loaded'));
    });
  });
}

function start() {
  return { cpu: process.cpuUsage(), time: performance.now() };
}

function isOver({ cpu, time }, maxCpu) {
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000 > maxCpu || performance.now() - time > MAX_TIME;
}

/** What happens after a module was loaded is no failure of loading it: readers' browsers report it. */
async function loadAll(urls) {
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});
  for (const [at, url] of urls.entries())
    parentPort.postMessage({ error: await loadError(url), isLast: at === urls.length - 1 });
}

async function loadError(url) {
  try {
    const { default: value } = await import(url);
    return isComponent(value) ? undefined : 'its default export is not a component';
  } catch (error) {
    return thrown(error instanceof Error ? error.message : String(error));
  }
}

function isComponent(value) {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}
