/**
 * Checks pages with html-validate and prints one JSON line a page: `{"name", "ok", "error"}`.
 *
 * `node validate.mjs NAME=URL…` asks for each address. Each processor has a worker of its own.
 */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** The number of messages that are printed for a page. */
const MOST = 12;

/** No rule is switched off: one that is wrong for these pages is argued here. */
const CONFIG = { extends: ['html-validate:standard'] };

if (isMainThread) {
  const queue = process.argv
    .slice(2)
    .map((page) => /^(.*?)=(http.*)$/s.exec(page).slice(1))
    .reverse();
  const workers = Math.min(queue.length, availableParallelism());
  for (let count = 0; count < workers; count += 1) {
    const worker = new Worker(new URL(import.meta.url));
    const next = () => worker.postMessage(queue.pop() ?? null);
    worker.on('message', (line) => {
      console.log(JSON.stringify(line));
      next();
    });
    next();
  }
} else {
  const { HtmlValidate } = createRequire(new URL('../../ui/package.json', import.meta.url))('html-validate');
  const validator = new HtmlValidate(CONFIG);
  parentPort.on('message', async (page) => {
    if (page === null) return parentPort.close();
    const [name, url] = page;
    try {
      const error = await complaints(validator, url);
      parentPort.postMessage({ name, ok: error === null, error });
    } catch (error) {
      parentPort.postMessage({ name, ok: false, error: String(error?.stack ?? error) });
    }
  });
}

async function complaints(validator, url) {
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const { results } = await validator.validateString(html, url);
  const found = results.flatMap(({ messages }) => messages);
  if (found.length === 0) return null;
  const lines = html.split('\n');
  const shown = found.slice(0, MOST).map(({ ruleId, line, column, message, selector }) => {
    const excerpt = (lines[line - 1] ?? '').slice(Math.max(0, column - 60), column + 100);
    return `${line}:${column} ${ruleId}: ${message}\n  at ${selector}\n  …${excerpt}…`;
  });
  return `${found.length} complaints\n${shown.join('\n')}`;
}
