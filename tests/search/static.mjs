/**
 * Asks an exported site's files by the browser's engine: `node static.mjs EXPORTED_FOLDER`. Prints what came of the sets of
 * queries as JSON: `{"development.json": {"queries", "mean", "inTopThree", "misses"}, …}`.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ui = fileURLToPath(new URL('../../ui', import.meta.url));
const { build } = createRequire(join(ui, 'package.json'))('esbuild');

const entry = join(ui, 'src/search/static/answer.ts');
const { outputFiles } = await build({
  entryPoints: [entry],
  bundle: true,
  write: false,
  format: 'esm',
  logLevel: 'silent',
});
const { answerFromFiles } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

globalThis.fetch = async (path) => {
  const text = await readFile(join(process.argv[2], path), 'utf8');
  return { ok: true, text: async () => text, json: async () => JSON.parse(text) };
};

async function judge(name) {
  const { queries } = JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'));
  let [ranks, inTopThree, misses] = [0, 0, []];
  for (const { q, pages } of queries) {
    const { hits } = await answerFromFiles('/', { query: q, perPage: 10, groupLimit: 1 });
    // A hit inside a tab has a query that opens it.
    const found = hits.map(({ url }) => url.split(/[?#]/)[0]);
    const rank = pages.length === 0 ? (found.length === 0 ? 0 : -1) : found.findIndex((url) => pages.includes(url));
    ranks += rank < 0 ? 0 : 1 / (rank + 1);
    if (rank >= 0 && rank < 3) inTopThree += 1;
    else misses.push(q);
  }
  return [name, { queries: queries.length, mean: ranks / queries.length, inTopThree, misses }];
}

const sets = ['development.json', 'held-out.json', 'held-out-2.json'];
console.log(JSON.stringify(Object.fromEntries(await Promise.all(sets.map(judge)))));
